// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxSystem

/// The commands that print what the table of commands says: completion scripts and the man page.
enum TableCommands {
    static let completion = CommandEntry(
        group: "completion", "print a script that lets a shell complete commands",
        discussion: """
            bash   pushward completion bash > ~/.local/share/bash-completion/completions/pushward
            zsh    pushward completion zsh > "${fpath[1]}/_pushward"
            fish   pushward completion fish > ~/.config/fish/completions/pushward.fish
            """,
        [
            entry("bash", "for bash 4 or newer") { BashCompletion.script($0) },
            entry("zsh", "for zsh") { ZshCompletion.script($0) },
            entry("fish", "for fish 3 or newer") { FishCompletion.script($0) },
        ])

    static let man = CommandEntry(
        Command("man", "print the man page", isHidden: true)
    ) { _, session in
        try session.context.output.write(
            ManPage.text(
                session.tool.tool.root, version: "Waxwing \(ProductVersion.text)",
                sections: [("Files", PushwardTool.files)]))
    }

    private static func entry(
        _ name: String, _ abstract: String, _ script: @escaping @Sendable (Command) -> String
    ) -> CommandEntry {
        CommandEntry(Command(name, abstract)) { _, session in
            try session.context.output.write(script(session.tool.tool.root))
        }
    }
}
