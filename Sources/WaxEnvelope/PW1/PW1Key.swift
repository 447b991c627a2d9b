// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key that a person's devices and senders share, and that no server ever has: 32 random bytes.
///
/// Printing it shows the key id alone. Source: docs/envelope.md, "The pw1 key".
public struct PW1Key: Sendable {
    /// Eight hexadecimal digits that tell keys apart and say nothing about them.
    public let keyID: String

    let encryptionKey: SymmetricKey
    private let secret: SymmetricKey

    /// Reads 64 hexadecimal digits of either case, with ASCII white space anywhere.
    ///
    /// Throws `keyIsToken`, `keyLength` or `keyDigits`.
    public init(_ text: String) throws(PW1Error) {
        var digits = text.utf8.filter { !($0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0)) }
        defer { wipe(&digits) }
        guard !["hlk_", "hla_"].contains(where: { digits.starts(with: $0.utf8, by: { $0 | 0x20 == $1 | 0x20 }) }) else {
            throw .keyIsToken
        }
        guard digits.count == 64 else { throw .keyLength }
        guard var bytes = Hexadecimal.decode(digits) else { throw .keyDigits }
        defer { wipe(&bytes) }
        self.init(secret: SymmetricKey(data: bytes))
    }

    /// Makes a new key.
    public init() {
        self.init(secret: SymmetricKey(size: .bits256))
    }

    private init(secret: SymmetricKey) {
        func derive(_ info: String, _ byteCount: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(info.utf8), outputByteCount: byteCount)
        }
        self.secret = secret
        encryptionKey = derive("pushward/e2e/v1/enc", 32)
        keyID = derive("pushward/e2e/v1/kid", 4).withUnsafeBytes { Hexadecimal.encode(Array($0)) }
    }

    /// The key itself as 64 lower-case digits: whoever sees it reads every notification sealed with it.
    public var text: String {
        secret.withUnsafeBytes { secret in
            var bytes = Array(secret)
            defer { wipe(&bytes) }
            return Hexadecimal.encode(bytes)
        }
    }
}

extension PW1Key: Equatable {
    /// Whether both are the same key, in constant time.
    public static func == (left: PW1Key, right: PW1Key) -> Bool { left.secret == right.secret }
}

extension PW1Key: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key id.
    public var description: String { "e2e key \(keyID)" }
    /// The key id.
    public var debugDescription: String { description }
    /// Nothing but the key id, so that dumping the key shows no more.
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}
