// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// An identifier as the API shows it: a prefix that says the kind, then a ULID.
package struct PublicID: Hashable, Sendable {
    /// The kinds of object that have one.
    package enum Kind: String, Sendable {
        case app = "papp_"
        case device = "pdev_"
        case push = "push_"
        case delivery = "pdlv_"
        case apiKey = "key_"
        case webhook = "wh_"
        case event = "evt_"
        case webhookDelivery = "whd_"
        case deadLetter = "dl_"
        case fallback = "fbk_"
        case oauthClient = "oac_"
        case person = "usr_"
        case integrationKey = "ikey_"
    }

    package let kind: Kind
    package let ulid: ULID

    package init(_ kind: Kind, _ ulid: ULID) {
        self.kind = kind
        self.ulid = ulid
    }

    /// Reads an identifier of `kind`; nil for another prefix or another form.
    package init?(_ kind: Kind, text: String) {
        guard text.utf8.starts(with: kind.rawValue.utf8),
            let ulid = ULID(utf8: text.utf8.dropFirst(kind.rawValue.utf8.count))
        else { return nil }
        self.init(kind, ulid)
    }

    package var text: String { ulid.text(after: kind.rawValue) }
}
