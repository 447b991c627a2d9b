// SPDX-License-Identifier: Apache-2.0
import WaxCommands

extension PushwardTool {
    /// All commands of this module, in the order of the help.
    static let entries: [CommandEntry] =
        [
            NotifyCommand.notify,
            CommandEntry(
                group: "notification", aliases: ["notifications"], "send notifications and read their answers",
                [NotifyCommand.send, AnswerCommand.entry]),
            ScheduleCommands.entry, ReceiptCommand.entry, EncryptionCommands.entry, AccountCommands.me,
            AccountCommands.health, APICommand.entry, AuthCommands.entry, AccountCommands.version,
            TableCommands.completion, TableCommands.man,
        ] + AbsentCommand.entries

    static let discussion = """
        The title, subtitle, body and url of a notification are encrypted here as soon as
        there is an encryption key: see 'pushward e2e --help'.

        exit codes:
          0  all went well
          1  anything that has no code of its own
          2  wrong arguments or settings, or a text that cannot be encrypted
          3  no API key, or the server does not take it
          4  the server has nothing of this name
          5  too many requests, or the allowance is used up
          6  the server failed, or did not answer
          7  what was waited for did not come
        """

    /// What the man page says about files.
    static let files = """
        ~/.config/pushward/config.json
            JSON with api_url, token and e2e_key, all optional. Its owner alone may
            read it. Commands replace it in one step and keep its other fields.
        """
}
