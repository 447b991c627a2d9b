// SPDX-License-Identifier: Apache-2.0

/// Where the parts of a token's content lie: numbers and places, and nothing of what is secret.
///
/// Source: docs/sealed-token.md, "The content".
package struct SealedTokenLayout: Sendable {
    static let version: UInt8 = 1
    /// The 16 bytes by which the owner finds the contact.
    package static let reference = 13..<29
    /// The 16 bytes that a revocation names.
    package static let revocationTag = 29..<45
    /// The 16 bytes of the key of what the device is sent.
    package static let wakeKey = 45..<61
    /// The 16 bytes of the proof that the device opted in.
    package static let ticket = 61..<77
    private static let appLength = 81
    private static let maximumDelay: UInt8 = 4

    package let kind: PushAddress.Kind
    package let isSandbox: Bool
    package let policy: SealedTokenContent.Policy
    package let issued: UInt32
    package let expires: UInt32
    package let delay: UInt8
    package let ticketExpires: UInt32
    package let app: Range<Int>
    package let token: Range<Int>
    package let extensions: Range<Int>

    /// Reads 1280 bytes and checks all that does not depend on the time.
    package init(_ bytes: UnsafeRawBufferPointer) throws(SealedTokenError) {
        guard bytes.count == SealedToken.plaintextByteCount else { throw .lengths }
        guard bytes[0] == Self.version else { throw .version }
        guard let kind = PushAddress.Kind(rawValue: bytes[1]), bytes[2] <= 1 else { throw .kind }
        policy = SealedTokenContent.Policy(rawValue: bytes[3])
        guard policy.isSubset(of: .known) else { throw .policy }
        self.kind = kind
        isSandbox = bytes[2] == 1
        issued = bytes.bigEndian(at: 4, as: UInt32.self)
        expires = bytes.bigEndian(at: 8, as: UInt32.self)
        delay = bytes[12]
        guard delay <= Self.maximumDelay else { throw .delay }
        ticketExpires = bytes.bigEndian(at: 77, as: UInt32.self)

        var reader = PartReader(bytes: bytes, position: Self.appLength)
        app = try reader.part(lengthBytes: 1)
        token = try reader.part(lengthBytes: 2)
        extensions = try reader.part(lengthBytes: 2)
        guard bytes[extensions.upperBound...].allSatisfy({ $0 == 0 }) else { throw .fill }
        guard app.count <= SealedTokenContent.maximumAppLength, app.isEmpty == (kind == .decoy) else { throw .lengths }
        guard PushAddress.isValid(UnsafeRawBufferPointer(rebasing: bytes[token]), kind: kind),
            !isSandbox || kind == .apns
        else { throw .address }
        guard expires > issued, expires - issued <= SealedTokenContent.maximumLifetime else { throw .lifetime }
    }

    /// Reads the same bytes from an array.
    package init(_ plaintext: [UInt8]) throws(SealedTokenError) {
        self = try plaintext.withUnsafeBytes { bytes in
            Result { () throws(SealedTokenError) in try SealedTokenLayout(bytes) }
        }.get()
    }

    /// Checks that the token counts at this hour.
    package func check(hour: UInt32) throws(SealedTokenError) {
        guard issued <= hour + SealedTokenContent.clockTolerance else { throw .notYetValid }
        guard expires > hour else { throw .expired }
    }
}

/// Reads parts that each stand behind their length.
private struct PartReader {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    mutating func part(lengthBytes: Int) throws(SealedTokenError) -> Range<Int> {
        guard position + lengthBytes <= bytes.count else { throw .lengths }
        let length = bytes[position..<position + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        let start = position + lengthBytes
        guard start + length <= bytes.count else { throw .lengths }
        position = start + length
        return start..<position
    }
}
