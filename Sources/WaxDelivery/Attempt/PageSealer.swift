// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// Seals one plaintext to many devices. Kept by one thread, for what it reuses from one seal to the next.
final class PageSealer {
    init() {}

    /// The compact JSON of each device's envelope; nil where sealing failed.
    func seal(_ plaintext: [UInt8], to keys: [HKPublicKey]) -> [[UInt8]?] {
        keys.map { try? HKEnvelope.seal(plaintext, to: $0).json }
    }
}
