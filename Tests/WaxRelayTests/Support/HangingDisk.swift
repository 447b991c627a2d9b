// SPDX-License-Identifier: Apache-2.0
import WaxSystem

@testable import WaxRelay

/// A disk that takes nothing until it is told to go on.
final class HangingDisk: Sendable {
    private let isWriting = Locked(false)
    private let mayGoOn = Locked(false)

    /// Writes at the end of a file, once it may.
    @Sendable func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        isWriting.withLock { $0 = true }
        isWriting.notify()
        mayGoOn.wait { $0 ? () : nil }
        return PrivateFile.append(bytes, to: descriptor)
    }

    /// Waits until something is to be written.
    func waitForWrite() { isWriting.wait { $0 ? () : nil } }

    /// Takes what waits and all that follows.
    func goOn() {
        mayGoOn.withLock { $0 = true }
        mayGoOn.notify()
    }
}
