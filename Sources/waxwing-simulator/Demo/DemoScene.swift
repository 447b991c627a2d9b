// SPDX-License-Identifier: Apache-2.0
package import WaxSimulator

/// What came of the push: who was given what, and what was shown.
package struct DemoScene {
    let content: DemoContent
    let apple: ReceivedPush?
    let google: ReceivedPush?
    let iPhone: ShownNotification?
    let android: ShownNotification?

    package init(
        content: DemoContent, apple: ReceivedPush?, google: ReceivedPush?, iPhone: ShownNotification?,
        android: ShownNotification?
    ) {
        self.content = content
        self.apple = apple
        self.google = google
        self.iPhone = iPhone
        self.android = android
    }

    /// What is not as it must be; empty when all is.
    package var problems: [String] {
        problems("Apple", apple) + problems("Google", google) + problems("the iPhone", iPhone)
            + problems("the Android phone", android)
    }

    private func problems(_ name: String, _ push: ReceivedPush?) -> [String] {
        guard let push else { return ["\(name) was given nothing"] }
        return push.readable(content.texts).map { "\(name) can read '\($0)'" }
    }

    private func problems(_ name: String, _ shown: ShownNotification?) -> [String] {
        guard let shown else { return ["\(name) showed nothing"] }
        var problems: [String] = []
        if !shown.openedEnvelope { problems.append("\(name) was sent no envelope that it could open") }
        if shown.title != content.title { problems.append("\(name) showed another title") }
        if shown.body != content.body { problems.append("\(name) showed another text") }
        if shown.dataJSON != content.dataJSON { problems.append("\(name) got other data") }
        return problems
    }
}
