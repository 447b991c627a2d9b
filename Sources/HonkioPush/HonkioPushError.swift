// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

/// Why a push does not open, or why there is no key now; it holds nothing of the push or of a key.
public struct HonkioPushError: Error, Hashable, Sendable {
    /// What went wrong; the raw values are the reasons that the Android package reports.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// `hk` is absent, or not an envelope.
        case invalidEnvelope = "INVALID_ENVELOPE"
        /// The envelope is of another version.
        case unsupportedVersion = "UNSUPPORTED_VERSION"
        /// Sealed to a key that this device does not have, or no longer has.
        case unknownKeyID = "UNKNOWN_KID"
        /// Changed on the way.
        case decryptionFailed = "DECRYPTION_FAILED"
        /// Opened, but the content is not a JSON object.
        case invalidPayload = "INVALID_PAYLOAD"
        /// The stored keys can't be read or written.
        case keyStorage = "KEY_STORAGE"
    }

    /// What went wrong.
    public let reason: Reason
    /// Whether the stored keys may be intact, so that the same call can succeed later; false for a key that is lost,
    /// in whose place the app makes a new one the next time it asks for the public key.
    public let isTemporary: Bool

    /// Takes a reason, and whether it may pass.
    public init(_ reason: Reason, isTemporary: Bool = false) {
        self.reason = reason
        self.isTemporary = isTemporary
    }

    /// The same reason as the envelope's own error.
    public init(_ error: HKEnvelopeError) {
        let reason: Reason =
            switch error {
            case .invalidEnvelope: .invalidEnvelope
            case .unsupportedVersion: .unsupportedVersion
            case .unknownKeyID: .unknownKeyID
            case .decryptionFailed: .decryptionFailed
            case .invalidPayload: .invalidPayload
            }
        self.init(reason)
    }
}

extension HonkioPushError: CustomStringConvertible {
    /// The reason's name, and whether it may pass.
    public var description: String { isTemporary ? "\(reason.rawValue), try later" : reason.rawValue }
}
