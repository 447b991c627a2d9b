// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

extension FuzzTarget {
    /// Reads any bytes as a `pw1` envelope, as the content of one, as a key, as a link and as base64url.
    public static func pw1Envelope(_ bytes: UnsafeRawBufferPointer) {
        let bytes = Array(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        checkEnvelope(text)
        checkContent(bytes)
        if let key = try? PW1Key(text) {
            require((try? PW1Key(key.text)) == key, "a key survives its text")
        }
        if let url = try? ActionURL(text) {
            require(text.unicodeScalars.count <= ActionURL.maximumLength, "a link has a limit")
            require(!["javascript", "data", "file", "vbscript", ""].contains(url.scheme), "no such scheme")
        }
        if let decoded = Base64URL.decode(text) {
            require(Base64URL.encode(decoded).utf8.elementsEqual(bytes), "each text has one spelling")
        }
    }

    private static let key = PW1Key()

    private static func checkEnvelope(_ text: String) {
        guard let envelope = try? PW1Envelope(text) else { return }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        require(text.utf8.count <= PW1Envelope.maximumLength && parts.count == 3, "an envelope has its shape")
        require(parts[0] == "pw1" && parts[1] == envelope.kid && parts[1].utf8.count == 8, "an envelope has its shape")
        require((Base64URL.decode(String(parts[2])) ?? []).count >= 30, "nonce, tag and content are there")
        let relabelled = try? PW1Envelope("pw1.\(key.keyID).\(parts[2])")
        require(relabelled != nil, "any kid has the shape")
        require((try? relabelled?.open(with: key)) == nil, "nobody sealed this")
    }

    private static func checkContent(_ bytes: [UInt8]) {
        guard let content = try? PW1Content(plaintext: bytes) else { return }
        require((try? content.check()) != nil, "what a device shows could have been sent")
        guard let plaintext = try? content.plaintext() else { return }
        require(plaintext.count <= PW1Envelope.maximumPlaintext, "a plaintext has a limit")
        require((try? PW1Content(plaintext: plaintext)) == content, "a content survives its plaintext")
    }
}
