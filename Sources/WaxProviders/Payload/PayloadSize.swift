// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope

/// The arithmetic of the providers' size limits.
package enum PayloadSize {
    /// The most that either provider takes: APNs counts the whole body, FCM names and values of `data`.
    package static let limitBytes = 4096

    /// What is too much about a push in one of its forms; nil when it fits.
    package static func check(
        _ content: PushContent, platform: Platform, isEncrypted: Bool, placeholder: Placeholder
    ) -> PayloadOverflow? {
        switch (platform, isEncrypted) {
        case (.ios, false): check(APNsPayload.plain(content))
        case (.android, false): check(FCMPayload.plain(content, options: DeliveryOptions()))
        case (.ios, true):
            check(APNsPayload.sealed(content, placeholder: placeholder), plaintextBytes: content.plaintext.count)
        case (.android, true):
            check(FCMPayload.sealed(options: DeliveryOptions()), plaintextBytes: content.plaintext.count)
        }
    }

    /// What is too much about a readable push; nil when it fits.
    package static func check(_ template: PlainTemplate) -> PayloadOverflow? {
        let excess = template.sizeBytes - limitBytes
        guard excess > 0 else { return nil }
        return PayloadOverflow(
            platform: template.platform, isEncrypted: false, limitBytes: limitBytes, sizeBytes: template.sizeBytes,
            cutBytes: excess)
    }

    /// What is too much about a sealed push whose plaintext has this many bytes; nil when it fits.
    package static func check(_ template: SealedTemplate, plaintextBytes: Int) -> PayloadOverflow? {
        let excess = plaintextBytes - template.largestPlaintext
        guard excess > 0 else { return nil }
        return PayloadOverflow(
            platform: template.platform, isEncrypted: true, limitBytes: limitBytes,
            sizeBytes: template.overheadBytes + HKEnvelope.byteCount(sealing: plaintextBytes), cutBytes: excess)
    }
}
