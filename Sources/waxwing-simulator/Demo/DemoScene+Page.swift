// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSimulator

extension DemoScene {
    /// The scene for people: above what the providers were given, below what the phones showed.
    package func write(to page: inout Page) {
        page.add([
            StyledLine(
                "The push: title \"\(content.title)\", body \"\(content.body)\", data \(content.dataJSON), "
                    + "badge \(content.badge), sound \(content.sound)"), StyledLine(""),
        ])
        page.add(Self.given("Apple was given", apple), beside: Self.given("Google was given", google))
        page.add([StyledLine("")])
        page.add(Self.shown("The iPhone showed", iPhone), beside: Self.shown("The Android phone showed", android))
        page.add([StyledLine("")])
        let problems = problems
        page.add(
            problems.isEmpty
                ? [StyledLine("Neither Apple nor Google can read any of it; both phones showed all of it.", .good)]
                : problems.map { StyledLine($0, .bad) })
    }

    private static func given(_ heading: String, _ push: ReceivedPush?) -> [StyledLine] {
        guard let push else { return [StyledLine(heading, .heading), StyledLine("nothing", .bad)] }
        let body = (try? JSONReader.parse(push.body))?.pretty ?? push.body
        return [StyledLine(heading, .heading), StyledLine("\(push.method) \(push.path)", .faint)]
            + push.headers.map { StyledLine("\($0.name): \($0.value)", .faint) }
            + String(decoding: body, as: UTF8.self).split(separator: "\n").map { StyledLine(String($0)) }
    }

    private static func shown(_ heading: String, _ shown: ShownNotification?) -> [StyledLine] {
        guard let shown else { return [StyledLine(heading, .heading), StyledLine("nothing", .bad)] }
        return [StyledLine(heading, .heading)] + shown.lines
    }
}

extension ShownNotification {
    /// The notification as it stands on the phone, and what the app got with it.
    var lines: [StyledLine] {
        var rest: [String] = []
        if let dataJSON { rest.append("data \(dataJSON)") }
        if let badge { rest.append("badge \(badge)") }
        if let sound { rest.append("sound \(sound)") }
        if let threadID { rest.append("thread \(threadID)") }
        let envelope =
            switch (wasEncrypted, openedEnvelope) {
            case (false, _): "came in plain text"
            case (true, true): "opened its envelope"
            case (true, false): "could not open its envelope: \(failure ?? "nobody tried")"
            }
        var lines = [StyledLine("  \(title)", .good), StyledLine("  \(body)", .good)]
        if !rest.isEmpty { lines.append(StyledLine("  \(rest.joined(separator: ", "))")) }
        return lines + [StyledLine("  (\(envelope))", .faint)]
    }
}
