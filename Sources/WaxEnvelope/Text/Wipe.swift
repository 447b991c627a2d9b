// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Overwrites an array that held a secret, in a way that the optimiser does not remove.
package func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { memory in
        guard let start = memory.baseAddress else { return }
        #if canImport(Glibc)
        explicit_bzero(start, memory.count)
        #elseif canImport(Darwin)
        memset_s(start, memory.count, 0, memory.count)
        #endif
    }
}
