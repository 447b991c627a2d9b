// SPDX-License-Identifier: Apache-2.0

/// Why an `hk` envelope does not open; it holds nothing of the envelope or of its content.
///
/// The raw values are the reasons that the Android package reports.
public enum HKEnvelopeError: String, Error, Hashable, Sendable, CaseIterable {
    /// No JSON object, a member that is missing or of the wrong type, or bytes that are not written as they must be.
    case invalidEnvelope = "INVALID_ENVELOPE"
    /// `v` is an integer other than 2.
    case unsupportedVersion = "UNSUPPORTED_VERSION"
    /// Sealed to another key.
    case unknownKeyID = "UNKNOWN_KID"
    /// The encapsulated key is no point on the curve, or something was changed on the way.
    case decryptionFailed = "DECRYPTION_FAILED"
    /// Opened, but the content is not a JSON object.
    case invalidPayload = "INVALID_PAYLOAD"
}

extension HKEnvelopeError: CustomStringConvertible {
    /// The reason's name.
    public var description: String { rawValue }
}
