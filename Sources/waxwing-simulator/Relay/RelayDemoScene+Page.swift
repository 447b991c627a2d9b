// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSimulator

extension RelayDemoScene {
    /// The story for people: each part shows what one of them saw.
    package func write(to page: inout Page) {
        page.add(contactLines("Alice"), beside: contactLines("Bob"))
        page.add([StyledLine("")])
        page.add(chatLines, beside: appleLines)
        page.add([StyledLine("")])
        page.add(ownerLines)
        page.add([StyledLine("")])
        let problems = problems
        page.add(
            problems.isEmpty
                ? [
                    StyledLine(
                        "Each message woke the phone once. Alice notices no new key, and Bob not that he was revoked.",
                        .good),
                    StyledLine(
                        "Nobody but the owner knows that both inboxes are one phone's, and nobody read a message.",
                        .good),
                ] : problems.map { StyledLine($0, .bad) })
    }

    private func contactLines(_ name: String) -> [StyledLine] {
        let token = tokens[name] ?? ""
        var lines = [
            StyledLine("\(name) saw", .heading), StyledLine("a token of \(token.utf8.count) characters:"),
            StyledLine("  \(token.prefix(34))…\(token.suffix(24))"),
        ]
        for title in [name, "\(name), revoked"] {
            guard let answer = answers[title] else { continue }
            let status = answer["status"]?.int64Value.map { String($0) } ?? ""
            lines.append(
                StyledLine(
                    "the relay's answer\(title == name ? "" : ", once revoked"): \(status) \(answer["body"]?.stringValue ?? "")"
                ))
        }
        return lines
    }

    private var chatLines: [StyledLine] {
        [StyledLine("The chat server saw, by inbox", .heading)] + chatSaw.map { StyledLine($0) }
    }

    private var appleLines: [StyledLine] {
        var lines = [
            StyledLine("Apple saw", .heading), StyledLine("\(pushes.count) pushes to \(phone.prefix(12))…, each with"),
        ]
        for payload in payloads {
            lines.append(StyledLine("  \(payload.prefix(24))… \(payload.utf8.count) characters"))
        }
        return lines
    }

    private var ownerLines: [StyledLine] {
        var lines = [StyledLine("The owner's phone saw", .heading)]
        for (index, event) in events.enumerated() {
            if index == 3 {
                lines.append(StyledLine("  (the relay's key changed from \(oldKey) to \(newKey))", .faint))
            }
            if index == 4 { lines.append(StyledLine("  (Bob was revoked, and sent and woke once more)", .faint)) }
            let wakes = event.wakes.map { $0.joined(separator: ", ") }.joined(separator: "; ")
            lines.append(
                StyledLine(
                    "a wake by \(wakes.isEmpty ? "nobody" : wakes), then in the inbox: \(event.texts.last ?? "nothing")"
                ))
        }
        return lines
    }
}
