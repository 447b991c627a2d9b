// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a woken device is told: which contacts to look at. Sealed, it has one size, whatever it says.
///
/// Source: docs/sealed-token.md, "What the device receives".
public struct WakeMessage: Hashable, Sendable {
    /// The bytes of a sealed message.
    public static let byteCount = 188
    /// The most references of one message.
    public static let maximumReferences = 8
    static let plaintextByteCount = 160
    private static let version: UInt8 = 1
    private static let referenceStart = 7

    /// What else a message says, as bits.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The owner woke itself to see that it works.
        public static let test = Flags(rawValue: 1)
        /// Everything is to be looked at: there were too many references, or the relay does not know them.
        public static let syncAll = Flags(rawValue: 2)
        /// The one reference is the code that proves the device to the relay.
        public static let code = Flags(rawValue: 4)
    }

    /// What else it says.
    public let flags: Flags
    /// When it was made, in minutes since 1970.
    public let minutes: UInt32
    /// The references of the contacts that woke the device, 16 bytes each, at most eight.
    public let references: [[UInt8]]

    /// Takes the parts.
    package init(flags: Flags = [], minutes: UInt32, references: [[UInt8]]) {
        precondition(references.count <= Self.maximumReferences && references.allSatisfy { $0.count == 16 })
        self.flags = flags
        self.minutes = minutes
        self.references = references
    }

    /// Nonce, ciphertext and tag under the device's key of 16 bytes.
    package func sealed(with key: SymmetricKey) throws -> [UInt8] {
        var plaintext = [Self.version, flags.rawValue] + minutes.bigEndianBytes + [UInt8(references.count)]
        for reference in references { plaintext += reference }
        plaintext += repeatElement(0, count: Self.plaintextByteCount - plaintext.count)
        return try AES.GCM.combined(plaintext, using: key)
    }

    /// Opens what a device was sent with one of its keys; nil when it is not from a relay that has this key, or broken.
    package init?(opening sealed: [UInt8], with key: SymmetricKey) {
        guard sealed.count == Self.byteCount, let box = try? AES.GCM.SealedBox(combined: sealed),
            let plaintext = (try? AES.GCM.open(box, using: key)).map({ Array($0) }),
            plaintext[0] == Self.version, Int(plaintext[6]) <= Self.maximumReferences
        else { return nil }
        let end = Self.referenceStart + 16 * Int(plaintext[6])
        guard plaintext[end...].allSatisfy({ $0 == 0 }) else { return nil }
        flags = Flags(rawValue: plaintext[1])
        minutes = plaintext[2..<6].reduce(0) { $0 << 8 | UInt32($1) }
        references = stride(from: Self.referenceStart, to: end, by: 16).map { Array(plaintext[$0..<$0 + 16]) }
    }
}

extension AES.GCM {
    /// Nonce, ciphertext and tag.
    static func combined(_ plaintext: [UInt8], using key: SymmetricKey) throws -> [UInt8] {
        let box = try seal(plaintext, using: key)
        return Array(box.nonce) + box.ciphertext + box.tag
    }
}
