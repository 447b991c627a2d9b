// SPDX-License-Identifier: Apache-2.0
import WaxCommands

/// `waxwing-simulator role`: one of those who take part in the demonstration of the relay, a process of its own.
enum RoleCommand {
    private enum Role: String, CaseIterable, Sendable {
        case chat, owner, contact
    }

    private static let role = Argument("ROLE", .choice(Role.self), help: "chat, owner or contact")

    static let table = Command(
        "role", "take part in the demonstration of the relay",
        discussion: "Reads one JSON command a line and answers each with one line.", arguments: [role], isHidden: true)

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let part: any DemoRole =
            switch command[role] {
            case .chat: try ChatRole()
            case .owner: OwnerRole()
            case .contact: ContactRole()
            }
        await RoleLoop(part, output: context.output).run()
        return .ok
    }
}
