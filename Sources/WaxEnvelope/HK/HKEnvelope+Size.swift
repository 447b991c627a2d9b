// SPDX-License-Identifier: Apache-2.0

extension HKEnvelope {
    /// Everything of the JSON but the text of `ct`: members, quotes, 16 characters of `kid` and 87 of `enc`.
    static let fixedByteCount = 136

    /// The bytes of the compact JSON that a plaintext of `count` bytes is sealed into.
    public static func byteCount(sealing count: Int) -> Int {
        fixedByteCount + Base64URL.encodedCount(count + tagByteCount)
    }

    /// The longest plaintext, in bytes, whose envelope takes at most `limit` bytes; nil when not even an empty one does.
    public static func largestPlaintext(fitting limit: Int) -> Int? {
        let sealed = (limit - fixedByteCount) * 3 / 4
        return limit > fixedByteCount && sealed >= tagByteCount ? sealed - tagByteCount : nil
    }
}
