// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

extension FuzzTarget {
    /// Reads any bytes as the content of a sealed token, filled up with zeros, and as the text of one.
    public static func sealedToken(_ bytes: UnsafeRawBufferPointer) {
        let bytes = Array(bytes)
        checkContent(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if let token = try? SealedToken(text) { require(token.text == text, "a token has one text") }
    }

    private static func checkContent(_ bytes: [UInt8]) {
        var plaintext = bytes.prefix(SealedToken.plaintextByteCount)
        plaintext += repeatElement(0, count: SealedToken.plaintextByteCount - plaintext.count)
        let whole = Array(plaintext)
        guard let layout = try? SealedTokenLayout(whole) else { return }
        require(layout.extensions.upperBound <= whole.count, "the parts lie inside")
        let content = whole.withUnsafeBytes { SealedTokenContent(layout, of: $0) }
        // Text that is no UTF-8 is repaired when it is read, and is then another.
        guard let again = try? content.plaintext(), let other = try? SealedTokenLayout(again) else { return }
        let reread = again.withUnsafeBytes { SealedTokenContent(other, of: $0) }
        require(reread == content, "a content survives its plaintext")
    }
}
