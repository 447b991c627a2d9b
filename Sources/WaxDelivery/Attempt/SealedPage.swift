// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxProviders

/// What was sealed for the devices of one page, side by side in one buffer.
struct SealedPage {
    private let keys: [HKPublicKey]
    private let bytes: [UInt8]
    private let size: Int
    private let refused: Set<Int>

    /// `bytes` holds for each key `size` bytes: encapsulated key, ciphertext and tag.
    init(keys: [HKPublicKey], bytes: [UInt8], size: Int, refused: Set<Int>) {
        self.keys = keys
        self.bytes = bytes
        self.size = size
        self.refused = refused
    }

    /// The request's body for the device at `index`; nil when nothing could be sealed for it.
    func body(at index: Int, in template: SealedTemplate, token: String) -> [UInt8]? {
        guard !refused.contains(index) else { return nil }
        let sealed = bytes.span.extracting(index * size..<(index + 1) * size)
        return template.body(
            kid: Array(keys[index].keyID.utf8).span, enc: sealed.extracting(first: HKPublicKey.byteCount),
            ct: sealed.extracting(droppingFirst: HKPublicKey.byteCount), token: token)
    }
}
