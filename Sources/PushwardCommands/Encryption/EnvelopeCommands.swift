// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxEnvelope
import WaxJSON

/// The commands that make and open envelopes.
enum EnvelopeCommands {
    static let envelope = Argument(
        optional: "ENVELOPE", .string, help: "the envelope; - or nothing reads it, or JSON with it, from standard input"
    )

    private static let textOptions = [
        NotificationOptions.title, NotificationOptions.subtitle, NotificationOptions.body, NotificationOptions.url,
    ]

    static let encrypt = CommandEntry(
        Command(
            "encrypt", "seal a text and print the envelope",
            discussion: """
                The text comes from the options, or without any from a JSON object on standard
                input with the same names.
                """, options: textOptions)
    ) { command, session in
        let texts: JSONObject
        if textOptions.contains(where: { command[$0] != nil }) {
            texts = try NotificationOptions.texts(command, from: session.data)
        } else {
            guard !session.context.input.isTerminal else {
                throw ClientError.usage("give --title and --body, or a JSON object on standard input")
            }
            var builder = BodyBuilder(session.data)
            try builder.merge(data: "-")
            texts = builder.body.filtered(BodySealing.textFields)
        }
        let key = try EncryptionCommands.key(session).value
        let sealing = try BodySealing(texts, mode: .always) { () throws(ClientError) in key }
        let envelope = sealing.body["encrypted"] ?? nil
        try session.output.write(["encrypted": envelope]) { envelope.stringValue ?? "" }
    }

    static let decrypt = CommandEntry(
        Command("decrypt", "open an envelope and print its text", arguments: [envelope])
    ) { command, session in
        let key = try EncryptionCommands.key(session).value
        let envelope = try text(command[envelope], session)
        let content: PW1Content
        do throws(PW1Error) {
            content = try PW1Envelope(envelope).open(with: key)
        } catch {
            throw ClientError.failure("cannot decrypt: \(error)")
        }
        let fields = [
            ("title", content.title), ("subtitle", content.subtitle), ("body", content.body), ("url", content.url),
        ]
        let present = fields.compactMap { name, text in text.map { (name, $0) } }
        let object = JSONObject(present.map { ($0, .string($1)) })
        try session.output.write(.object(object), isSecret: true) {
            present.map { name, text in
                name + String(repeating: " ", count: 9 - name.utf8.count) + text.printableLines
            }.joined(separator: "\n")
        }
    }

    /// The envelope of the argument or of standard input.
    private static func text(_ argument: String?, _ session: Session) throws(ClientError) -> String {
        if let argument, argument != "-" { return argument }
        let text = try session.data.readText("-").trimmed ?? ""
        guard text.hasPrefix("{") else { return text }
        guard let envelope = (try? JSONReader.parse(text))?["encrypted"]?.stringValue else {
            throw .usage("standard input is no JSON object with encrypted")
        }
        return envelope
    }
}

extension JSONObject {
    /// The members with these names.
    fileprivate func filtered(_ names: [String]) -> JSONObject {
        JSONObject(filter { member in names.contains { $0 == member.key } }.map { ($0.key, $0.value) })
    }
}
