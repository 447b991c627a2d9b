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

/// Hands on the bytes of another source, drawn many at a time: for identifiers and nonces, which must be unique but are no
/// secrets, so that they may lie in memory before they are needed.
package final class RandomPool: RandomSource {
    private static let size = 1024

    private let source: any RandomSource
    private let rest = Locked<ArraySlice<UInt8>>([])

    package init(_ source: any RandomSource = SystemRandom()) {
        self.source = source
    }

    package func bytes(_ count: Int) -> [UInt8] {
        rest.withLock { rest in
            if rest.count < count { rest = source.bytes(max(Self.size, count))[...] }
            defer { rest.removeFirst(count) }
            return Array(rest.prefix(count))
        }
    }
}
