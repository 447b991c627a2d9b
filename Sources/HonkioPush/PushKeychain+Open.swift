// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope
import WaxJSON

extension PushKeychain {
    /// Opens an envelope and returns the plaintext exactly as it was sealed, padding included.
    public func open(_ envelope: HKEnvelope) throws(HonkioPushError) -> [UInt8] {
        let key = try key(envelope.kid)
        return try reporting { () throws(HKEnvelopeError) in try key.open(envelope) }
    }

    /// Opens what Apple delivered: the JSON of the notification, with the envelope as the object `hk`.
    ///
    /// Payloads of Web Push have the same form.
    public func open(notification json: [UInt8]) throws(HonkioPushError) -> PushContent {
        let envelope = try reporting { () throws(HKEnvelopeError) in
            guard let envelope = (try? JSONReader.parse(json))?[HonkioPush.dataKey] else { throw .invalidEnvelope }
            return try HKEnvelope(envelope)
        }
        return try content(of: envelope)
    }

    /// Opens what Google delivered: the data of the message, with the envelope as JSON text under `hk`.
    public func open(data: [String: String]) throws(HonkioPushError) -> PushContent {
        let envelope = try reporting { () throws(HKEnvelopeError) in
            guard let envelope = data[HonkioPush.dataKey] else { throw .invalidEnvelope }
            return try HKEnvelope(parsing: Array(envelope.utf8))
        }
        return try content(of: envelope)
    }

    private func content(of envelope: HKEnvelope) throws(HonkioPushError) -> PushContent {
        let plaintext = try open(envelope)
        return try reporting { () throws(HKEnvelopeError) in try PushContent(plaintext: plaintext) }
    }

    private func reporting<Result>(_ body: () throws(HKEnvelopeError) -> Result) throws(HonkioPushError) -> Result {
        do {
            return try body()
        } catch {
            throw HonkioPushError(error)
        }
    }
}
