// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// The options that describe a notification, as `notify` and `schedule create` share them.
enum NotificationOptions {
    static let title = Option(optional: "title", .anyString, help: "the title (encrypted)")
    static let subtitle = Option(optional: "subtitle", .anyString, help: "the line below the title (encrypted)")
    static let body = Option(
        optional: "body", .anyString, help: "the text, or - for standard input (encrypted)")
    static let url = Option(optional: "url", .anyString, valueName: "URL", help: "what a tap opens (encrypted)")
    static let level = Option(
        optional: "level", .choice(NotificationLevel.self), valueName: "LEVEL", help: "how much it may disturb")
    static let volume = Option(
        optional: "volume", .fraction, help: "how loud a critical one is")
    static let icon = Option(optional: "icon-url", .anyString, valueName: "URL", help: "the picture of the sender")
    static let thread = Option(
        optional: "thread", .anyString, valueName: "ID", help: "notifications of one thread are shown together")
    static let collapse = Option(
        optional: "collapse-id", .anyString, valueName: "ID", help: "replaces the one before with the same id")
    static let source = Option(optional: "source", .anyString, valueName: "NAME", help: "what sends it")
    static let sourceName = Option(
        optional: "source-name", .anyString, valueName: "NAME", help: "how the source is shown")
    static let activity = Option(
        optional: "activity", .anyString, valueName: "SLUG", help: "the activity that it belongs to")
    static let image = Option(optional: "image", .anyString, valueName: "URL", help: "a picture to show with it")
    static let mediaURL = Option(
        optional: "media-url", .anyString, valueName: "URL", help: "a picture, film or sound to show with it")
    static let mediaType = Option(
        optional: "media-type", .choice(MediaType.self), valueName: "TYPE", help: "what --media-url is")
    static let actions = Option(
        repeated: "action", .string, valueName: "ID=TITLE", help: "a button below it, whose tap is an answer")
    static let metadata = Option(
        repeated: "meta", .string, valueName: "KEY=VALUE", help: "something to keep with it; readable")
    static let noPush = Option(switch: "no-push", help: "put it into the history alone")
    static let acknowledge = Option(
        switch: "ack", help: "repeat it until somebody acknowledges it")
    static let repeatEvery = Option(
        optional: "ack-repeat", .seconds, help: "how long until the next repeat; implies --ack")
    static let expireAfter = Option(
        optional: "ack-expire", .seconds, help: "how long to go on; implies --ack")
    static let acknowledgeTitle = Option(
        optional: "ack-title", .anyString, help: "what the button says; implies --ack")
    static let tags = Option(
        repeated: "tag", .anyString, valueName: "TAG", help: "a name to cancel acknowledged ones by; needs --ack")
    static let callback = Option(
        optional: "callback-url", .anyString, valueName: "URL", help: "told of the outcome; needs --ack")
    static let groups = Option(
        optional: "target-groups", .anyString, valueName: "A,B", help: "groups of an organization")
    static let targetTags = Option(
        optional: "target-tags", .anyString, valueName: "A,B", help: "tags of an organization's members")
    static let members = Option(
        optional: "target-members", .anyString, valueName: "A,B", help: "members of an organization")

    static let all: [any CommandOption] =
        [
            title, subtitle, body, url, level, volume, icon, thread, collapse, source, sourceName, activity, image,
            mediaURL, mediaType, actions, metadata, noPush, acknowledge, repeatEvery, expireAfter, acknowledgeTitle,
            tags, callback, groups, targetTags, members,
        ]

    /// The fields that plain options set as they are.
    private static let plain: [(Option<String?>, String)] = [
        (icon, "icon_url"), (thread, "thread_id"), (collapse, "collapse_id"), (source, "source"),
        (sourceName, "source_display_name"), (activity, "activity_slug"), (callback, "callback_url"),
    ]

    /// The body that the options make with those of `BodyOptions`. Throws `usage`.
    static func body(_ command: ParsedCommand, from data: DataSource) throws(ClientError) -> JSONObject {
        try BodyOptions.body(command, flags: object(command, from: data), from: data)
    }

    /// The fields that the options set. Throws `usage` for options that do not go together.
    static func object(_ command: ParsedCommand, from data: DataSource) throws(ClientError) -> JSONObject {
        var object = try texts(command, from: data)
        for (option, field) in plain {
            if let text = command[option] { object[field] = .string(text) }
        }
        if let level = command[level] { object["level"] = .string(level.rawValue) }
        if let volume = command[volume] { object["volume"] = .number(volume) }
        if command[noPush] { object["push"] = false }
        if let media = try mediaObject(command) { object["media"] = .object(media) }
        if !command[tags].isEmpty { object["tags"] = .array(command[tags].map { .string($0) }) }
        if let actions = try actionList(command) { object["actions"] = .array(actions) }
        if let metadata = try metadataObject(command) { object["metadata"] = .object(metadata) }
        if let acknowledge = acknowledgement(command) { object["acknowledge"] = .object(acknowledge) }
        if let target = try targetObject(command) { object["target"] = .object(target) }
        return object
    }

    /// The fields that are encrypted. Throws `usage` for a body that cannot be read.
    static func texts(_ command: ParsedCommand, from data: DataSource) throws(ClientError) -> JSONObject {
        var object = JSONObject()
        for (option, field) in [(title, "title"), (subtitle, "subtitle"), (url, "url")] {
            if let text = command[option] { object[field] = .string(text) }
        }
        if let text = try bodyText(command[body], from: data) { object["body"] = .string(text) }
        return object
    }

    /// Throws `usage` where an option needs an acknowledgement that the finished body does not ask for.
    static func check(_ body: JSONObject, _ command: ParsedCommand) throws(ClientError) {
        guard body["acknowledge"]?.objectValue == nil else { return }
        if !command[tags].isEmpty { throw .usage("--tag needs --ack") }
        if command[callback] != nil { throw .usage("--callback-url needs --ack") }
    }

    private static func bodyText(_ text: String?, from data: DataSource) throws(ClientError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text == "-" else { return text }
        let read = try data.readText("-")
        var end = read.utf8.endIndex
        while end > read.utf8.startIndex, "\r\n".utf8.contains(read.utf8[read.utf8.index(before: end)]) {
            end = read.utf8.index(before: end)
        }
        return String(read[..<end])
    }

    private static func mediaObject(_ command: ParsedCommand) throws(ClientError) -> JSONObject? {
        switch (command[image], command[mediaURL], command[mediaType]) {
        case (nil, nil, nil): nil
        case (let image?, nil, nil): ["url": .string(image), "type": .string(MediaType.image.rawValue)]
        case (nil, let url?, let type?): ["url": .string(url), "type": .string(type.rawValue)]
        case (_?, _, _): throw .usage("--image excludes --media-url and --media-type")
        case (nil, _?, nil): throw .usage("--media-url needs --media-type")
        case (nil, nil, _?): throw .usage("--media-type needs --media-url")
        }
    }

    private static func actionList(_ command: ParsedCommand) throws(ClientError) -> [JSONValue]? {
        var actions: [JSONValue] = []
        for text in command[Self.actions] {
            let (id, title) = try BodyBuilder.split(text, flag: "--action", form: "id=Title")
            guard !title.isEmpty else { throw .usage("--action must be written id=Title") }
            actions.append(["id": .string(id), "title": .string(title)])
        }
        return actions.isEmpty ? nil : actions
    }

    private static func metadataObject(_ command: ParsedCommand) throws(ClientError) -> JSONObject? {
        var metadata = JSONObject()
        for text in command[Self.metadata] {
            let (key, value) = try BodyBuilder.split(text, flag: "--meta")
            metadata[key] = .string(value)
        }
        return metadata.isEmpty ? nil : metadata
    }

    private static func acknowledgement(_ command: ParsedCommand) -> JSONObject? {
        var object = JSONObject()
        if let seconds = command[repeatEvery] { object["repeat_seconds"] = .number(JSONNumber(seconds)) }
        if let seconds = command[expireAfter] { object["expire_seconds"] = .number(JSONNumber(seconds)) }
        if let title = command[acknowledgeTitle] { object["action_title"] = .string(title) }
        return object.isEmpty && !command[acknowledge] ? nil : object
    }

    private static func targetObject(_ command: ParsedCommand) throws(ClientError) -> JSONObject? {
        var target = JSONObject()
        for (option, field) in [(groups, "groups"), (targetTags, "tags"), (members, "members")] {
            guard let text = command[option] else { continue }
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
            let given = names.compactMap { $0 }
            guard given.count == names.count else { throw .usage("\(option.spec.displayName) has an empty name") }
            target[field] = .array(given.map { .string($0) })
        }
        return target.isEmpty ? nil : target
    }
}
