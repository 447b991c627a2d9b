// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where random bytes come from; tests pass one that repeats itself.
package protocol RandomSource: Sendable {
    /// `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The kernel's generator.
package struct SystemRandom: RandomSource {
    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // The most that one call gives; it fails only for more.
                let part = min(256, count - filled)
                precondition(
                    getentropy(buffer.baseAddress.map { $0 + filled }, part) == 0, "the kernel gives no random bytes")
                filled += part
            }
        }
    }
}
