// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// `pushward notify` and `pushward notification send`: sends a notification, and waits for its answer if asked to.
enum NotifyCommand {
    static let wait = Option(
        optional: "wait", .seconds, help: "wait so long for an answer or an acknowledgement, and print it")

    static let notify = entry("notify")
    static let send = entry("send")

    private static let discussion = """
        Fields come from --data, then from the options, then from --field, then from
        --raw-field; the later wins. Encrypting comes last.
        """

    private static func entry(_ name: String) -> CommandEntry {
        CommandEntry(
            Command(
                name, "send a notification", discussion: discussion,
                options: NotificationOptions.all + SealingOptions.all + [wait] + BodyOptions.all)
        ) { command, session in
            try await run(command, session)
        }
    }

    private static func run(_ command: ParsedCommand, _ session: Session) async throws {
        let mode = try SealingOptions.mode(command)
        let body = try NotificationOptions.body(command, from: session.data)
        try NotificationOptions.check(body, command)
        if command[wait] != nil, body["acknowledge"]?.objectValue == nil,
            body["actions"]?.arrayValue?.isEmpty != false
        {
            throw ClientError.usage("--wait needs --action or --ack: there would be nothing to wait for")
        }
        let sealing = try session.sealed(body, mode)
        let client = try session.client()
        let response = try await SealedRequest.send(
            APIRequest("POST", NotificationPath.notifications, body: .object(sealing.body)), mode: mode, with: client)
        let sent = SentNotification(response)
        if let warning = sent.deliveryWarning { session.warn(warning) }
        guard let seconds = command[wait] else {
            return try session.output.write(response.body) { sent.text(keyID: sealing.keyID) }
        }
        try await waitForOutcome(sent, seconds: seconds, session, client)
    }

    /// Prints what comes of a notification instead of what it is.
    private static func waitForOutcome(
        _ sent: SentNotification, seconds: Int, _ session: Session, _ client: APIClient
    ) async throws {
        if let id = sent.receiptID {
            try await ReceiptCommand.waitForAcknowledgement(id, seconds: seconds, session, client: client)
        } else if sent.isAnswerable, let id = sent.id {
            try await AnswerCommand.waitForAnswer(id, seconds: seconds, session, client: client)
        } else {
            let name = sent.id.map { "notification \($0)" } ?? "the notification"
            throw ClientError.usage(
                "\(name) was sent, but no tap on it can be waited for: give an action without a url")
        }
    }
}
