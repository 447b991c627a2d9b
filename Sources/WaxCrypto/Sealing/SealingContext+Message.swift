// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension SealingContext {
    /// One message of a batch, by its places in the buffers that are passed with it.
    package struct Message: Sendable {
        /// Where the plaintext lies; several messages may share one.
        package var plaintext: Range<Int>
        /// Where the recipient's public key starts: 65 bytes, 0x04, X and Y.
        package var recipient: Int
        /// Where the sealed message starts; it takes `sealedByteCount(plaintext.count)` bytes.
        package var output: Int

        /// A message with these places.
        package init(plaintext: Range<Int>, recipient: Int, output: Int) {
            self.plaintext = plaintext
            self.recipient = recipient
            self.output = output
        }

        var recipientRange: Range<Int> { recipient..<(recipient + P256.pointByteCount) }
        var outputRange: Range<Int> { output..<(output + sealedByteCount(plaintext.count)) }
    }
}
#endif
