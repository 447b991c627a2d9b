// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// `pushward receipt`: what became of notifications that somebody is to acknowledge.
enum ReceiptCommand {
    static let id = Argument("ID", .identifier, help: "the number of the notification")
    static let wait = Option(optional: "wait", .seconds, help: "wait so long for an acknowledgement")
    static let cancelled = Argument(optional: "ID", .identifier, help: "the number of the notification")
    static let tag = Option(optional: "tag", .string, valueName: "TAG", help: "all notifications with this tag")
    static let key = Option(
        optional: "key", .string, valueName: "KEY", isSecret: true,
        help: "another API key than the one that is set; - reads it from standard input, which nobody else sees")

    static let entry = CommandEntry(
        group: "receipt", aliases: ["receipts"], "follow notifications that somebody is to acknowledge",
        discussion: "'pushward receipt ID' is short for 'pushward receipt get ID'.", defaultSubcommand: "get",
        [get, cancel, secret])

    private static let get = CommandEntry(
        Command("get", "print a receipt", options: [wait], arguments: [id])
    ) { command, session in
        guard let seconds = command[wait] else {
            let path = NotificationPath.receipt(command[id])
            let response = try await session.client().send(APIRequest("GET", path))
            return try session.output.write(response.body) { ReceiptText.of(response.value) }
        }
        try await waitForAcknowledgement(command[id], seconds: seconds, session)
    }

    private static let cancel = CommandEntry(
        Command("cancel", "stop repeating, by number or by tag", options: [tag], arguments: [cancelled])
    ) { command, session in
        switch (command[cancelled], command[tag]) {
        case (let id?, nil):
            let request = APIRequest("POST", NotificationPath.cancelReceipt(id))
            let response = try await session.client().send(request)
            try session.output.write(response.body) { ReceiptText.of(response.value) }
        case (nil, let tag?):
            let request = APIRequest("POST", NotificationPath.cancelReceipts, body: ["tag": .string(tag)])
            let response = try await session.client().send(request)
            try session.output.write(response.body) {
                "canceled \(response.value["canceled"]?.numberValue?.text ?? "0")"
            }
        default: throw ClientError.usage("give either the number of a notification or --tag")
        }
    }

    private static let secret = CommandEntry(
        Command("secret", "print the secret that signs the callbacks of the API key", options: [key])
    ) { command, session in
        let text: String?
        switch command[key] {
        case "-":
            let line = try session.context.input.readLine() ?? []
            text = String(validating: line, as: UTF8.self)?.trimmed
        case let key?: text = key.trimmed
        case nil: text = try session.settings.apiKey()?.value
        }
        guard let text else { throw ClientError.keyMissing }
        let secret = try CallbackSecret.text(of: text)
        try session.output.write(["secret": .string(secret)], isSecret: true) { secret }
    }

    /// Waits, and prints the last state. Throws `waitEnded` unless somebody acknowledged.
    static func waitForAcknowledgement(
        _ id: Int, seconds: Int, _ session: Session, client: APIClient? = nil
    ) async throws {
        let client = if let client { client } else { try session.client() }
        let outcome = try await session.spinning("waiting for an acknowledgement") { () async throws(ClientError) in
            try await client.poll(NotificationPath.receipt(id), for: .seconds(seconds)) {
                NotificationPath.isFinished(receipt: $0)
            }
        }
        switch outcome {
        case .ended(let response):
            try session.output.write(response.body) { ReceiptText.of(response.value) }
            let status = response.value["status"]?.stringValue ?? ""
            guard status != "acknowledged" else { return }
            throw ClientError.waitEnded("notification \(id) is \(status.printable), and nobody acknowledged it")
        case .ranOut(let response):
            if let response { try session.output.write(response.body) { ReceiptText.of(response.value) } }
            throw ClientError.waitEnded("nobody acknowledged notification \(id) within \(seconds) s")
        }
    }
}
