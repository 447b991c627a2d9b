// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCrypto
import WaxEnvelope

/// What two people share who have met: nobody between them reads what they send each other.
struct SecretChannel: Sendable {
    private let key: SymmetricKey

    /// Takes 32 bytes in base64url, which both know.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Filled up to a length that says nothing.
    func seal(_ text: String) throws -> String {
        var plaintext = Array(text.utf8)
        SpacePadding.pad(&plaintext, toMultipleOf: 2048, limit: .max)
        let box = try AES.GCM.seal(plaintext, using: key)
        return Base64URL.encode(Array(box.nonce) + box.ciphertext + box.tag)
    }

    func open(_ sealed: String) throws -> String {
        let box = try AES.GCM.SealedBox(combined: Base64URL.decode(sealed) ?? [])
        let text = String(decoding: try AES.GCM.open(box, using: key), as: UTF8.self)
        return text.trimmingCharacters(in: .whitespaces)
    }
}
