// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
package import WaxProviders
package import WaxRecords

/// The forms that one push takes: each is built once, whatever the number of devices.
package struct PushPayloads: Sendable {
    package let options: DeliveryOptions
    package let content: PushContent
    private let placeholder: Placeholder
    private let padding: Int?
    private let apnsPlain: PlainTemplate
    private let apnsSealed: SealedTemplate
    private let fcmPlain: PlainTemplate
    private let fcmSealed: SealedTemplate

    package init(content stored: StoredContent, options: DeliveryOptions, app: PushAppSettings) {
        content = stored.content
        self.options = options
        placeholder = Placeholder(title: app.placeholderTitle, body: app.placeholderBody)
        padding = app.padding
        apnsPlain = APNsPayload.plain(content)
        apnsSealed = APNsPayload.sealed(content, placeholder: placeholder)
        fcmPlain = FCMPayload.plain(content, options: options)
        fcmSealed = FCMPayload.sealed(options: options)
    }

    package func plain(_ platform: Platform) -> PlainTemplate {
        switch platform {
        case .ios: apnsPlain
        case .android: fcmPlain
        }
    }

    package func sealed(_ platform: Platform) -> SealedTemplate {
        switch platform {
        case .ios: apnsSealed
        case .android: fcmSealed
        }
    }

    /// What is sealed for a device: the push as JSON, filled up as far as its platform's limit allows.
    package func plaintext(_ platform: Platform) -> [UInt8] {
        guard let padding else { return content.plaintext }
        return content.plaintext(paddedToMultipleOf: padding, limit: sealed(platform).largestPlaintext)
    }

    /// What is too much about one form; nil when it fits.
    package func overflow(_ platform: Platform, encrypted: Bool) -> PayloadOverflow? {
        encrypted
            ? PayloadSize.check(sealed(platform), plaintextBytes: content.plaintext.count)
            : PayloadSize.check(plain(platform))
    }

    /// The first member of `data` that a device without a key cannot be sent through FCM.
    package var reservedDataKey: String? {
        content.data.flatMap { FCMReservedKeys.check($0).first }
    }
}
