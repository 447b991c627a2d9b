// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxProviders
package import WaxRecords

/// The forms that one push takes: each is built once, whatever the number of devices.
package struct PushPayloads: Sendable {
    package let options: DeliveryOptions
    private let content: PushContent
    private let padding: Int?
    private let apnsPlain: PlainTemplate
    private let apnsSealed: SealedTemplate
    private let fcmPlain: PlainTemplate
    private let fcmSealed: SealedTemplate
    private let webPlain: PlainTemplate
    private let webSealed: SealedTemplate
    /// What is too much about the forms that do not fit.
    private let overflows: [PayloadOverflow]

    /// Builds every form of `stored` for an app with these settings.
    package init(content stored: StoredContent, options: DeliveryOptions, app: PushAppSettings) {
        content = stored.content
        self.options = options
        padding = app.padding
        apnsPlain = APNsPayload.plain(content)
        apnsSealed = APNsPayload.sealed(
            content, placeholder: Placeholder(title: app.placeholderTitle, body: app.placeholderBody))
        fcmPlain = FCMPayload.plain(content, options: options)
        fcmSealed = FCMPayload.sealed(options: options)
        webPlain = WebPushPayload.plain(content)
        webSealed = WebPushPayload.sealed()
        let plaintextBytes = content.plaintext.count
        overflows = [
            PayloadSize.check(apnsPlain), PayloadSize.check(apnsSealed, plaintextBytes: plaintextBytes),
            PayloadSize.check(fcmPlain), PayloadSize.check(fcmSealed, plaintextBytes: plaintextBytes),
            PayloadSize.check(webPlain), PayloadSize.check(webSealed, plaintextBytes: plaintextBytes),
        ].compactMap { $0 }
    }

    private init(_ payloads: PushPayloads, carriedBy options: DeliveryOptions) {
        content = payloads.content
        self.options = options
        padding = payloads.padding
        apnsPlain = payloads.apnsPlain
        apnsSealed = payloads.apnsSealed
        fcmPlain = FCMPayload.plain(content, options: options)
        fcmSealed = FCMPayload.sealed(options: options)
        webPlain = payloads.webPlain
        webSealed = payloads.webSealed
        overflows = payloads.overflows
    }

    /// The same push carried otherwise. How it is carried stands in FCM's bodies and counts towards no limit.
    func carried(by options: DeliveryOptions) -> PushPayloads {
        options == self.options ? self : PushPayloads(self, carriedBy: options)
    }

    /// What a device without a key is sent.
    package func plain(_ platform: Platform) -> PlainTemplate {
        switch platform {
        case .ios: apnsPlain
        case .android: fcmPlain
        case .web: webPlain
        }
    }

    /// What stands around the envelope of a device with a key.
    package func sealed(_ platform: Platform) -> SealedTemplate {
        switch platform {
        case .ios: apnsSealed
        case .android: fcmSealed
        case .web: webSealed
        }
    }

    /// What is sealed for a device: the push as JSON, filled up as far as its platform's limit allows.
    package func plaintext(_ platform: Platform) -> [UInt8] {
        guard let padding else { return content.plaintext }
        return content.plaintext(paddedToMultipleOf: padding, limit: sealed(platform).largestPlaintext)
    }

    /// What is too much about one form; nil when it fits.
    package func overflow(_ platform: Platform, encrypted: Bool) -> PayloadOverflow? {
        overflows.first { $0.platform == platform && $0.isEncrypted == encrypted }
    }

    /// The members of `data` that a device without a key cannot be sent through FCM.
    package var reservedDataKeys: [String] {
        content.data.map(FCMReservedKeys.check) ?? []
    }
}
