// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxProviders

/// Where a device is reached: what `token` says.
enum DeviceAddress: Sendable {
    /// The token that Apple or Google gave it.
    case token(String)
    /// A browser's subscription.
    case subscription(WebPushSubscription)

    /// The form that is stored.
    var stored: String {
        switch self {
        case .token(let text): text
        case .subscription(let subscription): subscription.stored
        }
    }

    /// By what the device is known again: the token, or the subscription's endpoint.
    var lookup: String {
        switch self {
        case .token(let text): text
        case .subscription(let subscription): subscription.endpoint.text
        }
    }

    /// Whether only a test device can have it. An endpoint may begin like a test token by chance, and not be one.
    var isForTests: Bool {
        switch self {
        case .token(let text): MagicToken.isReserved(text)
        case .subscription: MagicToken(token: MagicToken.name(inEndpoint: lookup)) != nil
        }
    }

    /// Whether it looks like one of the test tokens, and is none.
    var isUnknownTest: Bool {
        guard case .subscription = self else { return false }
        return MagicToken.isReserved(MagicToken.name(inEndpoint: lookup)) && !isForTests
    }
}

extension DeviceAddress {
    /// Reads `token`; nil when something about it was reported. Without a platform, which is a problem of its own, only
    /// its type is checked.
    static func read(_ fields: FieldReader, _ platform: Platform?, allowsHTTP: Bool) -> DeviceAddress? {
        let name = "token"
        switch platform {
        case nil:
            _ = fields.any(name, required: true).map { value -> Void? in
                value.stringValue == nil && value.objectValue == nil ? fields.refuse(name, .type(.string)) : ()
            }
            return nil
        case .web?:
            return fields.nested(name, required: true) { WebPushSubscription.read($0, allowsHTTP: allowsHTTP) }
                .map(DeviceAddress.subscription).value
        case .ios?, .android?:
            return fields.string(name, required: true).map { token(name, $0, platform, fields) }
                .map(DeviceAddress.token).value
        }
    }

    /// Reads by what the device was known before: a token, or the old subscription or its endpoint alone.
    static func readPrevious(_ fields: FieldReader, _ platform: Platform?) -> String? {
        let name = "previous_token"
        guard platform == .web else { return fields.string(name).map { token(name, $0, platform, fields) }.value }
        return fields.any(name).map { value in
            let text = value.stringValue ?? value.objectValue?["endpoint"]?.stringValue
            return text.flatMap(WebPushEndpoint.init)?.text ?? fields.refuse(name, .format(previousRule))
        }.value
    }

    private static func token(_ name: String, _ text: String, _ platform: Platform?, _ fields: FieldReader) -> String? {
        switch platform {
        case nil, .web?: return text
        case .ios?:
            if MagicToken(token: text) != nil { return text }
            let isHex = text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
            }
            guard isHex, text.utf8.count.isMultiple(of: 2), (2...400).contains(text.utf8.count) else {
                return fields.refuse(name, .format(iosTokenRule))
            }
            return text.lowercased()
        case .android?:
            guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                !MagicToken.isReserved(text) || MagicToken(token: text) != nil
            else { return fields.refuse(name, .format(androidTokenRule)) }
            return text
        }
    }

    private static let iosTokenRule = LocalizedText(
        "must be hexadecimal with an even number of digits, 2 to 400, or one of the test tokens",
        "doit être hexadécimal, avec un nombre pair de chiffres de 2 à 400, ou l'un des jetons de test")
    private static let androidTokenRule = LocalizedText(
        "must be 1 to 4096 printable characters without spaces; one that begins test_ must be one of the test tokens",
        "doit compter de 1 à 4096 caractères imprimables sans espaces; s'il commence par test_, être l'un des jetons de test"
    )
    private static let previousRule = LocalizedText(
        "must be the subscription of before or its endpoint", "doit être l'abonnement d'avant ou son endpoint")
}
