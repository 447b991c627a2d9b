// SPDX-License-Identifier: Apache-2.0

/// Why something is not a key, a text or an envelope of the `pw1` format; it never repeats what was given.
public enum PW1Error: Error, Hashable, Sendable {
    /// An API token, `hlk_…` or `hla_…`, stands where the encryption key belongs.
    case keyIsToken
    /// The key does not have 64 characters.
    case keyLength
    /// The key has a character that is not a hexadecimal digit.
    case keyDigits

    /// The title is empty.
    case titleEmpty
    /// The body is empty.
    case bodyEmpty
    /// The title has more than 256 code points.
    case titleTooLong
    /// The subtitle has more than 256 code points.
    case subtitleTooLong
    /// The body has more than 4 096 code points.
    case bodyTooLong
    /// The url breaks the rule for links.
    case url(ActionURL.Refusal)
    /// All together take so many bytes as JSON, more than 2 266.
    case contentTooLong(bytes: Int)

    /// The text does not have the shape of an envelope.
    case envelopeShape
    /// The envelope is sealed with another key.
    case otherKey(envelope: String, key: String)
    /// The envelope was changed on the way, or made with another key of the same id.
    case notAuthentic
    /// The envelope opened, but its content is not a notification.
    case contentInvalid
}

extension PW1Error: CustomStringConvertible {
    /// One line in plain English.
    public var description: String {
        switch self {
        case .keyIsToken: "this is an API key (hlk_ or hla_), not an encryption key"
        case .keyLength, .keyDigits: "the encryption key must be 64 hexadecimal characters"
        case .titleEmpty: "the title must not be empty"
        case .bodyEmpty: "the body must not be empty"
        case .titleTooLong: "the title is longer than \(PW1Content.maximumTitleLength) characters"
        case .subtitleTooLong: "the subtitle is longer than \(PW1Content.maximumTitleLength) characters"
        case .bodyTooLong: "the body is longer than \(PW1Content.maximumBodyLength) characters"
        case .url(let refusal): refusal.description
        case .contentTooLong(let bytes):
            "title, subtitle, body and url take \(bytes) bytes as JSON, "
                + "\(bytes - PW1Envelope.maximumPlaintext) more than the \(PW1Envelope.maximumPlaintext) that fit"
        case .envelopeShape: "this is not a pw1 envelope"
        case .otherKey(let envelope, let key): "sealed with key \(envelope), this key is \(key)"
        case .notAuthentic: "the envelope does not open: it was changed, or sealed with another key"
        case .contentInvalid: "the envelope holds no notification"
        }
    }
}
