// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxHTTP
import WaxJSON
import WaxSystem

/// `pushward schedule`: notifications that go out later, or again and again.
enum ScheduleCommands {
    static let id = Argument("ID", .identifier, help: "the number of the schedule")
    static let status = Option(
        optional: "status", .choice(ScheduleStatus.self), valueName: "STATUS", help: "those in this state")
    static let limit = Option(optional: "limit", .integer(1...100), help: "at most so many")
    static let cursor = Option(
        optional: "cursor", .string, valueName: "CURSOR", help: "go on where an earlier list ended")
    static let all = Option(switch: "all", help: "all of them, however many requests it takes")
    static let purge = Option(switch: "purge", help: "leave no record of it")

    static let entry = CommandEntry(
        group: "schedule", aliases: ["scheduled"], "send notifications later, or again and again",
        [create, list, get, cancel])

    private static let create = CommandEntry(
        Command(
            "create", "schedule a notification",
            discussion: """
                Takes what 'pushward notify' takes, and when to send it. The text is encrypted
                now, with the key of now.
                """,
            options: ScheduleOptions.all + NotificationOptions.all + SealingOptions.all + BodyOptions.all)
    ) { command, session in
        let mode = try SealingOptions.mode(command)
        let schedule = try ScheduleOptions.object(command, now: session.time.now())
        let body = try NotificationOptions.body(command, from: session.data)
        try NotificationOptions.check(body, command)
        let sealing = try session.sealed(body, mode)
        var finished = sealing.body
        for (key, value) in schedule { finished[key] = value }
        guard ["send_at", "recurrence"].contains(where: { finished[$0]?.isNull == false }) else {
            throw ClientError.usage("give --at, --in or --cron")
        }
        let response = try await SealedRequest.send(
            APIRequest("POST", NotificationPath.scheduled, body: .object(finished)), mode: mode,
            with: session.client())
        try session.output.write(response.body) { ScheduleText.created(response.value, keyID: sealing.keyID) }
    }

    private static let list = CommandEntry(
        Command("list", "list what is scheduled", options: [status, limit, cursor, all])
    ) { command, session in
        var query: [QueryItem] = []
        if let status = command[status] { query.append(QueryItem(name: "status", value: status.rawValue)) }
        let limit = command[limit] ?? (command[all] ? 100 : nil)
        if let limit { query.append(QueryItem(name: "limit", value: String(limit))) }
        let client = try session.client()
        guard command[all] else {
            if let cursor = command[cursor] { query.append(QueryItem(name: "cursor", value: cursor)) }
            let response = try await client.send(APIRequest("GET", NotificationPath.scheduled, query: query))
            return try session.output.write(response.body) { ScheduleText.list(response.value) }
        }
        let list: JSONValue = ["items": .array(try await everything(query, from: command[cursor], with: client))]
        try session.output.write(list) { ScheduleText.list(list) }
    }

    private static let get = CommandEntry(
        Command("get", "print a schedule", arguments: [id])
    ) { command, session in
        let path = NotificationPath.scheduled(command[id])
        try session.output.write(try await session.client().send(APIRequest("GET", path)).body)
    }

    private static let cancel = CommandEntry(
        Command("cancel", "cancel a schedule", options: [purge], arguments: [id])
    ) { command, session in
        let query = command[purge] ? [QueryItem(name: "purge", value: "true")] : []
        let path = NotificationPath.scheduled(command[id])
        _ = try await session.client().send(APIRequest("DELETE", path, query: query))
        try session.output.note("canceled schedule \(command[id])")
    }

    /// The items of all pages.
    private static func everything(
        _ query: [QueryItem], from start: String?, with client: APIClient
    ) async throws(ClientError) -> [JSONValue] {
        var items: [JSONValue] = []
        var seen: Set<String> = []
        var cursor = start
        repeat {
            let page = query + (cursor.map { [QueryItem(name: "cursor", value: $0)] } ?? [])
            let response = try await client.send(APIRequest("GET", NotificationPath.scheduled, query: page))
            items += response.value["items"]?.arrayValue ?? []
            cursor = response.value["next_cursor"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
            if let cursor, !seen.insert(cursor).inserted {
                throw .failure("the server's list goes round in a circle")
            }
        } while cursor != nil
        return items
    }
}
