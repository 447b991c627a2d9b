// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
package import WaxJSON

/// Puts the text of a notification into an envelope, or sees to it that nothing readable goes out where it must not.
package struct BodySealing: Sendable {
    /// What the sender wants.
    package enum Mode: Hashable, Sendable {
        /// Sealed when there is a key.
        case whenKeyIsSet
        /// Sealed or not sent.
        case always
        /// Sent as it is, whatever key there is.
        case never
    }

    /// The fields that an envelope takes in.
    package static let textFields = ["title", "subtitle", "body", "url"]

    /// What may be sent.
    package let body: JSONObject
    /// The id of the key that the text is sealed with; nil when it is readable.
    package let keyID: String?

    /// Seals a finished body.
    ///
    /// A key that cannot be read stops everything but `never`, which does not ask for it. A body that holds an envelope
    /// already goes through when the envelope has the right shape and no text stands next to it; a text that is null or
    /// empty, which a server would refuse there, is left out. Throws `usage` for all that must not be sent, and what
    /// `key` throws.
    package init(
        _ body: JSONObject, mode: Mode, key: () throws(ClientError) -> PW1Key?
    ) throws(ClientError) {
        if mode == .never {
            self.init(body: body, keyID: nil)
            return
        }
        let key = try key()
        if let present = body["encrypted"], !present.isNull {
            let envelope = try Self.check(present, in: body)
            self.init(body: body.without(Self.textFields), keyID: envelope.kid)
        } else if let key {
            self.init(body: try Self.sealed(body, with: key), keyID: key.keyID)
        } else {
            guard mode != .always else { throw .encryptionKeyMissing }
            self.init(body: body, keyID: nil)
        }
    }

    private init(body: JSONObject, keyID: String?) {
        self.body = body
        self.keyID = keyID
    }

    /// An envelope that the sender brings along.
    private static func check(_ value: JSONValue, in body: JSONObject) throws(ClientError) -> PW1Envelope {
        guard let text = value.stringValue, let envelope = try? PW1Envelope(text) else {
            throw .usage("encrypted is not a pw1 envelope")
        }
        for field in textFields {
            guard let value = body[field], value.isNotEmpty else { continue }
            throw .usage("\(field) must not stand next to encrypted")
        }
        return envelope
    }

    private static func sealed(_ body: JSONObject, with key: PW1Key) throws(ClientError) -> JSONObject {
        func text(_ field: String) throws(ClientError) -> String? {
            guard let value = body[field], !value.isNull else { return nil }
            guard let text = value.stringValue else { throw .usage("\(field) must be text to be encrypted") }
            return text
        }
        let content = PW1Content(
            title: try text("title") ?? "", subtitle: try text("subtitle"), body: try text("body") ?? "",
            url: try text("url"))
        var sealed = body.without(textFields)
        sealed["encrypted"] = .string(try seal(content, with: key).text)
        return sealed
    }

    /// Seals texts. Throws `usage` for those that a server or a device would refuse.
    package static func seal(_ content: PW1Content, with key: PW1Key) throws(ClientError) -> PW1Envelope {
        do {
            return try PW1Envelope.seal(content, with: key)
        } catch let error as PW1Error {
            throw .usage("cannot encrypt: \(error)")
        } catch {
            throw .failure("cannot encrypt: the cryptographic library failed")
        }
    }
}
