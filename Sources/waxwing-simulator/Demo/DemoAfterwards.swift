// SPDX-License-Identifier: Apache-2.0
import WaxSimulator
import WaxSystem

/// What happens after the first push: the phones show what else arrives, until somebody stops the demonstration.
struct DemoAfterwards {
    let demo: Demo
    let screen: Screen

    private static let patience = Duration.seconds(3600)

    /// Returns when a signal comes or the server ends.
    func run(until signals: TerminationSignals) async {
        await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                await signals.first()
                return true
            }
            tasks.addTask { [server = demo.server] in
                while !Task.isCancelled {
                    if await server.ended(within: Self.patience) != nil { return true }
                }
                return false
            }
            for (name, phone) in [("The iPhone", demo.iPhone), ("The Android phone", demo.android)] {
                tasks.addTask { [screen] in
                    await Self.follow(phone, name, on: screen)
                    return false
                }
            }
            for await isOver in tasks where isOver { tasks.cancelAll() }
        }
    }

    private static func follow(_ phone: SimulatedPhone, _ name: String, on screen: Screen) async {
        var count = 1
        while !Task.isCancelled {
            guard let shown = await phone.shown(atLeast: count + 1, within: patience) else { continue }
            for notification in shown.dropFirst(count) {
                try? screen.show { page in
                    page.add([StyledLine(""), StyledLine("\(name) showed", .heading)] + notification.lines)
                }
            }
            count = shown.count
        }
    }
}
