// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

extension SealedPushBook {
    /// The member under which Apple and Google deliver a wake, as text.
    public static let dataKey = "wake"

    /// Opens what was delivered as text under `dataKey`.
    public func open(_ text: String) throws(SealedPushError) -> SealedWake {
        guard let sealed = Base64URL.decode(text) else { throw .notOpened }
        return try open(sealed: sealed)
    }

    /// Opens the bytes that a browser's service worker was given.
    public func open(sealed: [UInt8]) throws(SealedPushError) -> SealedWake {
        try exclusively {
            guard let message = try firstOpened({ WakeMessage(opening: sealed, with: $0) }) else {
                throw SealedPushError.notOpened
            }
            if message.flags.contains(.code) {
                // Of several pushes Apple and Google keep the last: this one may stand in place of a wake.
                return SealedWake(
                    contacts: [], looksAtAll: true, isTest: false, code: message.references.first,
                    minutes: message.minutes)
            }
            let records = try records()
            var contacts: [String] = []
            var isUnknown = false
            for reference in message.references {
                if let record = records.first(where: { $0.reference == reference }) {
                    contacts.append(record.contact)
                } else {
                    isUnknown = true
                }
            }
            let isTest = message.flags.contains(.test)
            return SealedWake(
                contacts: contacts, looksAtAll: message.flags.contains(.syncAll) || isUnknown || isTest,
                isTest: isTest, code: nil, minutes: message.minutes)
        }
    }

    /// Opens a wake of the simple mode.
    public func openSimple(_ text: String) throws(SealedPushError) -> SealedSimpleWake {
        guard let sealed = Base64URL.decode(text) else { throw .notOpened }
        return try exclusively {
            guard let message = try firstOpened({ SimpleWakeMessage(opening: sealed, with: $0) }) else {
                throw SealedPushError.notOpened
            }
            let contact = try records().first { $0.token == message.token } ?? owner(ofEarlier: message.token)
            return SealedSimpleWake(contact: contact?.contact, payload: message.payload)
        }
    }

    /// What the first of the device's keys opens that opens anything.
    private func firstOpened<Message>(_ open: (SymmetricKey) -> Message?) throws -> Message? {
        for key in try device().wakeKeys {
            if let message = open(SymmetricKey(data: key.bytes)) { return message }
        }
        return nil
    }
}
