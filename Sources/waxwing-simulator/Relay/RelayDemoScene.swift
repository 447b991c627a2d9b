// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
package import WaxSimulator

/// What came of the story: who saw what.
package struct RelayDemoScene {
    /// A message, and what it led to.
    package struct Event: Sendable {
        package let sender: String
        package let text: String
        /// Whose token was to wake the phone.
        package let waker: String
        /// The contacts that each wake named.
        package let wakes: [[String]]
        /// What the owner found in the inbox.
        package let texts: [String]

        package init(sender: String, text: String, waker: String, wakes: [[String]], texts: [String]) {
            self.sender = sender
            self.text = text
            self.waker = waker
            self.wakes = wakes
            self.texts = texts
        }
    }

    package let phone: String
    package var tokens: [String: String] = [:]
    package var events: [Event] = []
    package var oldKey = ""
    package var newKey = ""
    /// What the relay answered to whom.
    package var answers: [String: JSONValue] = [:]
    package var chatSaw: [String] = []
    package var pushes: [ReceivedPush] = []
    package var log = ""

    package init(phone: String) { self.phone = phone }

    /// Of each wake, the sealed part.
    package var payloads: [String] {
        pushes.compactMap { (try? JSONReader.parse($0.body))?["wake"]?.stringValue }
    }

    /// What is not as it must be; empty when all is.
    package var problems: [String] {
        eventProblems + tokenProblems + secrecyProblems + revocationProblems
    }

    private var eventProblems: [String] {
        events.flatMap { event -> [String] in
            var problems: [String] = []
            if event.wakes != [[event.waker]] {
                problems.append("'\(event.text)' woke the phone \(event.wakes.count) times, by \(event.wakes)")
            }
            if event.texts.last != event.text { problems.append("'\(event.text)' was not found in its inbox") }
            return problems
        }
    }

    private var tokenProblems: [String] {
        var problems: [String] = []
        let (alice, bob) = (tokens["Alice"] ?? "", tokens["Bob"] ?? "")
        if alice.utf8.count != bob.utf8.count || alice.isEmpty { problems.append("the tokens differ in length") }
        // Prefix, version, suite and the key's id are the same for everyone.
        let common = zip(alice, bob).dropFirst(20).filter { $0 == $1 }.count
        if common > 200 { problems.append("the tokens of two contacts have \(common) characters in common") }
        if oldKey == newKey || newKey.isEmpty { problems.append("the relay has no new key") }
        return problems
    }

    private var secrecyProblems: [String] {
        var problems: [String] = []
        if Set(payloads.map(\.utf8.count)) != [251] { problems.append("what Apple was given has more than one size") }
        if Set(payloads).count != payloads.count { problems.append("Apple was given the same twice") }
        let texts = events.map(\.text) + ["Alice", "Bob"] + tokens.values.map { String($0.dropFirst(8).prefix(60)) }
        for push in pushes {
            problems += push.readable(texts).map { "Apple can read '\($0.prefix(20))'" }
        }
        let chat = chatSaw.joined(separator: "\n")
        for text in texts + [phone] where chat.contains(text) {
            problems.append("the chat server saw '\(text.prefix(20))'")
        }
        for text in texts + [phone, "spt1."] where log.contains(text) {
            problems.append("the relay's log holds '\(text.prefix(20))'")
        }
        return problems
    }

    private var revocationProblems: [String] {
        var problems: [String] = []
        if answers["Bob, revoked"] != answers["Bob"] || answers["Bob"] != answers["Alice"] {
            problems.append("the relay's answers differ")
        }
        // One with the code by which the device opted in, and one for each message but the one of the revoked contact.
        if pushes.count != events.count + 1 {
            problems.append("Apple was given \(pushes.count) pushes, not \(events.count + 1)")
        }
        return problems
    }
}
