// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// `pushward notification answer`: prints what somebody answered.
enum AnswerCommand {
    static let id = Argument("ID", .identifier, help: "the number of the notification")
    static let wait = Option(optional: "wait", .seconds, help: "wait so long for an answer")

    static let entry = CommandEntry(
        Command("answer", "print the answer to a notification", options: [wait], arguments: [id])
    ) { command, session in
        let path = NotificationPath.answer(command[id])
        guard let seconds = command[wait] else {
            let response = try await session.client().send(APIRequest("GET", path))
            return try session.output.write(response.body) { text(response.value) }
        }
        try await waitForAnswer(command[id], seconds: seconds, session)
    }

    /// Waits, and prints the last state. Throws `waitEnded` when there is no answer.
    static func waitForAnswer(
        _ id: Int, seconds: Int, _ session: Session, client: APIClient? = nil
    ) async throws {
        let client = if let client { client } else { try session.client() }
        let outcome = try await session.spinning("waiting for an answer") { () async throws(ClientError) in
            try await client.poll(
                NotificationPath.answer(id), for: .seconds(seconds), isFinal: NotificationPath.isAnswered)
        }
        switch outcome {
        case .ended(let response):
            try session.output.write(response.body) { text(response.value) }
        case .ranOut(let response):
            if let response { try session.output.write(response.body) { text(response.value) } }
            throw ClientError.waitEnded("no answer to notification \(id) within \(seconds) s")
        }
    }

    private static func text(_ answer: JSONValue) -> String {
        guard NotificationPath.isAnswered(answer) else { return "pending" }
        var text = "answered"
        if let action = answer["action_id"]?.stringValue { text += ": \(action.printable)" }
        if let reply = answer["text"]?.stringValue, !reply.isEmpty { text += "\n\(reply.printableLines)" }
        return text
    }
}
