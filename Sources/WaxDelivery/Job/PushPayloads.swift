// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxProviders
package import WaxRecords

/// The forms that one push takes: each is built once, whatever the number of devices.
package struct PushPayloads: Sendable {
    package let options: DeliveryOptions
    private let message: StoredContent.Message
    private let padding: Int?
    private let unpaddedPlaintext: [UInt8]
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
        message = stored.message
        self.options = options
        padding = app.padding
        let placeholder = Placeholder(title: app.placeholderTitle, body: app.placeholderBody)
        switch message {
        case .push(let content):
            unpaddedPlaintext = content.plaintext
            apnsPlain = APNsPayload.plain(content)
            apnsSealed = APNsPayload.sealed(content, placeholder: placeholder)
            webPlain = WebPushPayload.plain(content)
        case .notification(let id, let content):
            let payload = NotificationPayload(id: id, content: content, collapseKey: options.collapseKey)
            unpaddedPlaintext = payload.plaintext
            apnsPlain = payload.apns
            apnsSealed = payload.apnsSealed(placeholder: placeholder)
            webPlain = payload.web
        }
        fcmPlain = Self.fcmPlain(message, options)
        fcmSealed = FCMPayload.sealed(options: options)
        webSealed = WebPushPayload.sealed()
        let plaintextBytes = unpaddedPlaintext.count
        overflows = [
            PayloadSize.check(apnsPlain), PayloadSize.check(apnsSealed, plaintextBytes: plaintextBytes),
            PayloadSize.check(fcmPlain), PayloadSize.check(fcmSealed, plaintextBytes: plaintextBytes),
            PayloadSize.check(webPlain), PayloadSize.check(webSealed, plaintextBytes: plaintextBytes),
        ].compactMap { $0 }
    }

    private init(_ payloads: PushPayloads, carriedBy options: DeliveryOptions) {
        message = payloads.message
        self.options = options
        padding = payloads.padding
        unpaddedPlaintext = payloads.unpaddedPlaintext
        apnsPlain = payloads.apnsPlain
        apnsSealed = payloads.apnsSealed
        fcmPlain = Self.fcmPlain(message, options)
        fcmSealed = FCMPayload.sealed(options: options)
        webPlain = payloads.webPlain
        webSealed = payloads.webSealed
        overflows = payloads.overflows
    }

    private static func fcmPlain(_ message: StoredContent.Message, _ options: DeliveryOptions) -> PlainTemplate {
        switch message {
        case .push(let content): FCMPayload.plain(content, options: options)
        case .notification(let id, let content):
            NotificationPayload(id: id, content: content, collapseKey: options.collapseKey).fcm(options: options)
        }
    }

    /// The same push carried otherwise. How it is carried stands in FCM's bodies and counts towards no limit.
    func carried(by options: DeliveryOptions) -> PushPayloads {
        options == self.options ? self : PushPayloads(self, carriedBy: options)
    }

    /// Whether the text is sealed by its sender already, so that it may go to a device with a key without another seal
    /// around it.
    var isSealedBySender: Bool {
        if case .notification(_, let content) = message { content.envelope != nil } else { false }
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
        var plaintext = unpaddedPlaintext
        if let padding {
            SpacePadding.pad(&plaintext, toMultipleOf: padding, limit: sealed(platform).largestPlaintext)
        }
        return plaintext
    }

    /// What is too much about one form; nil when it fits.
    package func overflow(_ platform: Platform, encrypted: Bool) -> PayloadOverflow? {
        overflows.first { $0.platform == platform && $0.isEncrypted == encrypted }
    }

    /// The members of `data` that a device without a key cannot be sent through FCM.
    package var reservedDataKeys: [String] {
        if case .push(let content) = message { content.data.map(FCMReservedKeys.check) ?? [] } else { [] }
    }
}
