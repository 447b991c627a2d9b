// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxEnvelope
import WaxJSON

/// The commands about the key itself.
enum KeyCommands {
    static let save = Option(switch: "save", help: "store it, too")
    static let force = Option(switch: "force", help: "replace another key that is stored")
    static let qr = Option(switch: "qr", help: "draw it as a QR code for the camera of a device; needs a terminal")

    static let generate = CommandEntry(
        Command("generate", "make a new key and print it", options: [save, force, qr])
    ) { command, session in
        try checkQR(command, session)
        let key = PW1Key()
        if command[save] {
            try session.settings.store(key, force: command[force])
            warnOfVariable(session, "the new key is stored, but PUSHWARD_E2E_KEY is set and wins over it")
        }
        let stored = command[save] ? "\nstored in \(session.settings.file.path.printable)" : ""
        try write(key, command, session, note: stored)
    }

    static let show = CommandEntry(Command("show", "print the key", options: [qr])) { command, session in
        try checkQR(command, session)
        try write(try EncryptionCommands.key(session).value, command, session)
    }

    static let importKey = CommandEntry(
        Command(
            "import", "store a key that a device shows",
            discussion: "Reads the 64 hexadecimal digits from standard input; a terminal does not show them.",
            options: [force])
    ) { command, session in
        let text = try KeyTyping.read(session)
        let key: PW1Key
        do throws(PW1Error) {
            key = try PW1Key(text)
        } catch {
            throw ClientError.usage(error.description)
        }
        try session.settings.store(key, force: command[force])
        warnOfVariable(session, "the key is stored, but PUSHWARD_E2E_KEY is set and wins over it")
        let path = session.settings.file.path
        try session.output.write(["key_id": .string(key.keyID), "source": .string(path)]) {
            "stored the key with Key ID \(key.keyID) in \(path.printable)"
        }
    }

    static let keyID = CommandEntry(
        Command("key-id", "print the Key ID, by which devices and tools can be compared")
    ) { _, session in
        let key = try EncryptionCommands.key(session)
        try session.output.write(["key_id": .string(key.value.keyID), "source": .string(key.origin)]) {
            "\(key.value.keyID)  (from \(key.origin.printable))"
        }
    }

    static let remove = CommandEntry(
        Command("remove", "forget the stored key; your devices keep theirs")
    ) { _, session in
        let wasThere = try session.settings.removeEncryptionKey()
        warnOfVariable(session, "PUSHWARD_E2E_KEY is still set, so notifications are still encrypted")
        try session.output.note(wasThere ? "removed the encryption key" : "no encryption key was stored")
    }

    private static func write(
        _ key: PW1Key, _ command: ParsedCommand, _ session: Session, note: String = ""
    ) throws {
        try session.output.write(
            ["key": .string(key.text), "key_id": .string(key.keyID)], isSecret: true
        ) {
            let lines = "key     \(key.text)\nkey id  \(key.keyID)" + note
            guard command[qr], let picture = QRCode(key.text)?.terminalText else { return lines }
            return picture + lines
        }
    }

    /// A picture in escape sequences is no use to anything but a terminal.
    private static func checkQR(_ command: ParsedCommand, _ session: Session) throws(ClientError) {
        guard command[qr], !session.output.isForPeople else { return }
        throw .usage("--qr draws on a terminal, without --json, --jq and --quiet")
    }

    private static func warnOfVariable(_ session: Session, _ text: String) {
        if session.settings.encryptionKeyIsInEnvironment { session.warn(text) }
    }
}
