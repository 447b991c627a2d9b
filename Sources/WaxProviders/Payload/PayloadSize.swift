// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// The arithmetic of the providers' size limits.
package enum PayloadSize {
    /// The most that Apple and Google take: APNs counts the whole body, FCM names and values of `data`.
    package static let limitBytes = 4096

    /// The most that a device of this kind may be sent: of Web Push the plaintext counts, which leaves room in a body of
    /// 4096 bytes for what the encryption adds.
    package static func limitBytes(for platform: Platform) -> Int {
        switch platform {
        case .ios, .android: limitBytes
        case .web: WebPushCipher.largestPlaintext
        }
    }

    /// What is too much about a readable push; nil when it fits.
    package static func check(_ template: PlainTemplate) -> PayloadOverflow? {
        let limit = limitBytes(for: template.platform)
        let excess = template.sizeBytes - limit
        guard excess > 0 else { return nil }
        return PayloadOverflow(
            platform: template.platform, isEncrypted: false, limitBytes: limit, sizeBytes: template.sizeBytes,
            cutBytes: excess)
    }

    /// What is too much about a sealed push whose plaintext has this many bytes; nil when it fits.
    package static func check(_ template: SealedTemplate, plaintextBytes: Int) -> PayloadOverflow? {
        let excess = plaintextBytes - template.largestPlaintext
        guard excess > 0 else { return nil }
        return PayloadOverflow(
            platform: template.platform, isEncrypted: true, limitBytes: limitBytes(for: template.platform),
            sizeBytes: template.overheadBytes + HKEnvelope.byteCount(sealing: plaintextBytes), cutBytes: excess)
    }
}
