// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON
import WaxSystem

/// The commands about the server, the account and the tool.
enum AccountCommands {
    static let me = CommandEntry(Command("me", "print the account of the API key")) { _, session in
        let response = try await session.client().send(APIRequest("GET", NotificationPath.account))
        try session.output.write(response.body) { AccountText.of(response.value) }
    }

    static let health = CommandEntry(Command("health", "ask whether the server is well")) { _, session in
        var request = APIRequest("GET", NotificationPath.health)
        request.needsKey = false
        let response = try await session.client(key: nil).send(request)
        try session.output.write(response.body) {
            response.value["status"]?.stringValue?.printable ?? "ok"
        }
    }

    static let version = CommandEntry(Command("version", "print the version")) { command, session in
        let wantsJSON = command[GlobalOptions.json] || command[GlobalOptions.jq] != nil || command[GlobalOptions.quiet]
        guard wantsJSON else { return try session.context.output.writeLine("pushward \(ProductVersion.text)") }
        try session.output.write(["version": .string(ProductVersion.text)])
    }
}
