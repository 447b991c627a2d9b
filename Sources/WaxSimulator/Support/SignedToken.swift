// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxJSON

/// A JSON web token in its compact form, taken apart and not verified (RFC 7515, section 7.1).
struct SignedToken {
    let header: JSONValue
    let claims: JSONValue
    /// What the signature is over.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// Nil for a text of another form.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Self.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signedBytes = parts[0] + [UInt8(ascii: ".")] + parts[1]
    }

    /// A member of the claims that is a time, in seconds since 1970.
    func seconds(_ claim: String) -> Int64? {
        guard let number = claims[claim]?.numberValue else { return nil }
        // A time may have a fraction (RFC 7519, section 2).
        return number.int64 ?? number.double.flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    private static func object(_ part: [UInt8]) -> JSONValue? {
        guard let bytes = decode(part), let value = try? JSONReader.parse(bytes), value.objectValue != nil else {
            return nil
        }
        return value
    }

    private static func decode(_ part: [UInt8]) -> [UInt8]? {
        part.withUnsafeBufferPointer { Base64URL.decode($0) }
    }
}
