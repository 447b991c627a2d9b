// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxEnvelope

/// `pushward e2e`: the encryption key, and envelopes made and opened here. None of it needs a server.
enum EncryptionCommands {
    static let entry = CommandEntry(
        group: "e2e", "look after the encryption key; seal and open envelopes",
        discussion: """
            The key seals the title, subtitle, body and url of every notification that is
            sent or scheduled. Your devices hold the same key, and no server ever does. It
            comes from PUSHWARD_E2E_KEY, or else from the configuration file.
            """,
        [
            KeyCommands.generate, KeyCommands.importKey, KeyCommands.keyID, KeyCommands.show, EnvelopeCommands.encrypt,
            EnvelopeCommands.decrypt, KeyCommands.remove,
        ])

    /// The key that is set. Throws `usage` when there is none.
    static func key(_ session: Session) throws(ClientError) -> Settings.Sourced<PW1Key> {
        guard let key = try session.settings.encryptionKey() else { throw .encryptionKeyMissing }
        return key
    }
}
