// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// The id of a relay's key: the first eight bytes of a hash of the public key.
public struct RelayKeyID: Hashable, Sendable {
    /// The eight bytes as a number, the first one highest.
    let number: UInt64

    /// The id of the key with this point of 65 bytes.
    public init(x963Representation point: [UInt8]) {
        let message = Array("sealed-push/v1/kid".utf8) + [0, SealedToken.suite] + point
        self.init(Array(SHA256.hash(data: message))[..<8])
    }

    /// Takes eight bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Takes sixteen lower-case hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 16, digits.allSatisfy(Hexadecimal.isLowerCaseDigit),
            let bytes = Hexadecimal.decode(digits)
        else { return nil }
        self.init(bytes[...])
    }

    /// The eight bytes.
    public var bytes: [UInt8] { number.bigEndianBytes }

    /// Sixteen lower-case hexadecimal digits.
    public var text: String { Hexadecimal.encode(bytes) }
}

extension RelayKeyID: CustomStringConvertible {
    /// The digits.
    public var description: String { text }
}
