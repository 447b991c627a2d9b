// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing
import WaxCommands
import WaxJSON

@testable import PushwardCommands

@Suite struct ActionPlanTests {
    private static let root = PushwardTool(entries: [ActionCommand.entry]).tool.root
    private static let run = [
        "GITHUB_SERVER_URL": "https://git.example", "GITHUB_REPOSITORY": "me/app", "GITHUB_RUN_ID": "42",
    ]
    private static let defaults = [
        "--url=https://git.example/me/app/actions/runs/42", "--thread=me/app", "--source=github-actions",
    ]

    private func plan(_ inputs: [String: String], hasKey: Bool = false, inRun: Bool = false) throws(ClientError)
        -> ActionPlan
    {
        let variables = Dictionary(uniqueKeysWithValues: inputs.map { ("INPUT_\($0.key.uppercased())", $0.value) })
        let run = inRun ? Self.run : [:]
        return try ActionPlan(
            ActionInputs { variables[$0] }, root: Self.root, hasKey: hasKey, run: ActionRun { run[$0] }
        ) { (command) throws(ClientError) in
            let data = DataSource { (_) throws(ClientError) in [] }
            return try BodyOptions.body(command, flags: NotificationOptions.object(command, from: data), from: data)
        }
    }

    /// An input and its value, and the arguments that they become for `notify`.
    @Test(arguments: [
        ("title", "T", ["--title=T"]), ("title", "  T\n", ["--title=T"]), ("title", "", []), ("title", " \n", []),
        ("body", "a\nb", ["--body=a\nb"]), ("body", "--encrypt", ["--body=--encrypt"]),
        ("subtitle", "S", ["--subtitle=S"]),
        ("level", "active", ["--level=active"]), ("url", "https://a", ["--url=https://a"]),
        ("wait", "2m", ["--wait=2m"]),
        ("actions", "yes=Yes\n\n no=No way \r\n", ["--action=yes=Yes", "--action=no=No way"]),
        ("ack", "true", ["--ack=true"]),
        ("ack", "false", []), ("ack-repeat", "2m", ["--ack-repeat=2m"]), ("ack-expire", "1h", ["--ack-expire=1h"]),
        ("ack-title", "Got it", ["--ack-title=Got it"]), ("tags", "a\nb", ["--tag=a", "--tag=b"]),
        ("callback-url", "https://a", ["--callback-url=https://a"]), ("encrypt", "True", ["--encrypt"]),
        ("encrypt", "FALSE", []), ("fields", "a=1\nmetadata.b=c d", ["--raw-field=a=1", "--raw-field=metadata.b=c d"]),
        ("json", #"{"title":"T"}"#, [#"--data={"title":"T"}"#]), ("api-url", "https://a", ["--api-url=https://a"]),
    ])
    func anInputBecomesAnOption(input: String, value: String, arguments: [String]) throws {
        let plan = try plan([input: value])
        #expect(plan.arguments == ["notify"] + arguments + ["--source=github-actions"])
        #expect(plan.warnings.isEmpty)
    }

    @Test(arguments: ["slug", "name", "template", "text", "progress", "icon", "color", "status"])
    func anInputWithoutAnOptionIsAWarning(input: String) throws {
        let plan = try plan([input: "x"])
        #expect(plan.arguments == ["notify", "--source=github-actions"])
        #expect(plan.warnings == ["the input \(input) is not used: 'notify' has no --\(input)"])
    }

    @Test func inputsFollowTheirCommand() throws {
        let list = try plan(["command": "schedule list --limit 5", "status": "all", "title": "T"], inRun: true)
        #expect(list.arguments == ["schedule", "list", "--limit", "5", "--status=all"])
        #expect(list.warnings == ["the input title is not used: 'schedule list' has no --title"])
        let create = try plan(
            ["command": "scheduled create --in 2h", "title": "T", "body": "B", "encrypt": "true"], inRun: true)
        #expect(create.arguments == ["scheduled", "create", "--in", "2h", "--title=T", "--body=B", "--encrypt"])
        #expect(try plan(["command": "--json me"]).arguments == ["--json", "me"])
        #expect(
            try plan(["command": "me --jq '.environment | .id'"]).arguments == ["me", "--jq", ".environment | .id"])
    }

    /// What is given, and the defaults of a notification that come to it.
    @Test(arguments: [
        ([:], [0, 1, 2]), (["command": "notification send"], [0, 1, 2]), (["url": "https://a"], [1, 2]),
        (["command": "notify --url https://a --thread t"], [2]), (["json": #"{"url":"https://a","source":"s"}"#], [1]),
        (["json": #"{"url":"","thread_id":null}"#], [0, 1, 2]), (["fields": "thread_id=t"], [0, 2]),
        (["command": "notify -f source=s"], [0, 1]), (["json": #"{"encrypted":"pw1.x"}"#], [1, 2]),
        (["fields": "encrypted=pw1.x"], [1, 2]),
    ])
    func aNotificationSaysWhereItComesFrom(inputs: [String: String], expected: [Int]) throws {
        let arguments = try plan(inputs, inRun: true).arguments
        #expect(arguments.filter(Self.defaults.contains) == expected.map { Self.defaults[$0] })
    }

    /// A command, whether there is a key, and why it is refused.
    @Test(arguments: [
        ("auth login", false, "the input command cannot be 'auth login'"),
        ("--json auth status", false, "the input command cannot be 'auth status'"),
        ("--jq . auth logout", false, "the input command cannot be 'auth logout'"),
        ("completion bash", false, "the input command cannot be 'completion bash'"),
        ("e2e generate", false, "the input command cannot be 'e2e generate'"),
        ("-q e2e key-id", false, "the input command cannot be 'e2e key-id'"),
        ("gha", false, "the input command cannot be 'gha'"),
        ("version", false, "the input command cannot be 'version'"),
        ("man", false, "the input command cannot be 'man'"),
        ("help", false, "the input command must be one that calls the server"),
        ("help notify", false, "the input command must be one that calls the server"),
        ("notify --help", false, "the input command must be one that calls the server"),
        ("--version", false, "the input command must be one that calls the server"),
        ("schedule", false, "the input command must be one that calls the server"),
        ("notify --api-url https://evil", false, "the input command cannot name the server"),
        ("--api-url=https://evil notify", false, "the input command cannot name the server"),
        ("notify --title '--api-url=x'", false, "the input command cannot name the server"),
        ("me --jq env.INPUT_TOKEN", false, "the input command cannot have --jq read variables or files"),
        ("--jq '$ENV[\"INPUT_TOKEN\"]' me", false, "the input command cannot have --jq read variables or files"),
        ("me --jq 'import \"a\" as $a; .'", false, "the input command cannot have --jq read variables or files"),
        ("me --jq 'include \"a\"; .'", false, "the input command cannot have --jq read variables or files"),
        ("notify --", false, "the input command cannot have a lone --"),
        ("notify --title", false, "--title needs a value"),
        ("notfy", false, "unknown command 'notfy', did you mean 'notify'?"),
        ("notify 'x", false, "the input command has a quote that is not closed"),
        ("api /notifications -d {}", true, "'api' never encrypts"),
        ("api -X POST //Notifications/x", true, "'api' never encrypts"),
        ("api /a/../%6eotifications", true, "'api' never encrypts"),
        ("api /notifications/%CC%81/../scheduled -d {}", true, "'api' never encrypts"),
        ("api /notifications/%2e%2e%2fx/../scheduled -d {}", true, "'api' never encrypts"),
        ("receipt secret", false, "the input command cannot be 'receipt secret'"),
        ("receipts secret --key hlk_x", false, "the input command cannot be 'receipt secret'"),
        ("api /echo -F x=@/proc/self/environ", false, "the input command cannot read a file"),
        ("api /echo -X GET -Fx=@/proc/self/environ", false, "the input command cannot read a file"),
        ("api /echo -F a=1 --raw-field=x=@-", false, "the input command cannot read a file"),
        ("api /echo -d @file", false, "the input command cannot read a file"),
        ("notify --title T --body B -F metadata.x=@/proc/self/environ", false, "the input command cannot read a file"),
        ("notify --data=@/proc/self/environ", false, "the input command cannot read a file"),
        ("notification send -d '@\u{301}x'", false, "the input command cannot read a file"),
        ("schedule create --in 2h -F 'a[]=@x'", false, "the input command cannot read a file"),
    ])
    func whatMustNotRunIsRefused(command: String, hasKey: Bool, reason: String) throws {
        let error = try #require(throws: ClientError.self) { try plan(["command": command], hasKey: hasKey) }
        #expect(error.description.hasPrefix(reason))
        #expect(error.exit == .usage)
    }

    @Test(arguments: ["api /auth/me", "me", "schedule list", "receipt get 7", "notification answer 7"])
    func encryptFailsWhereNothingCanBeEncrypted(command: String) throws {
        let error = try #require(throws: ClientError.self) { try plan(["command": command, "encrypt": "true"]) }
        #expect(error.description.hasSuffix("cannot encrypt"))
        #expect(try !plan(["command": command], hasKey: true).arguments.isEmpty)
    }

    /// An option that has one value has it from the input or from the command.
    @Test(arguments: [
        ("title", "T"), ("body", "B"), ("subtitle", "S"), ("url", "https://a"), ("level", "active"), ("wait", "2m"),
        ("ack-repeat", "2m"), ("ack-expire", "1h"), ("ack-title", "A"), ("callback-url", "https://a"), ("json", "{}"),
    ])
    func anInputThatTheCommandHasIsRefused(input: String, value: String) throws {
        let option = input == "json" ? "--data" : "--\(input)"
        for command in ["notify \(option) '\(value)'", "schedule create --in 2h \(option)='\(value)'"] {
            // A schedule has no answer to wait for.
            if input == "wait", command.hasPrefix("schedule") { continue }
            let error = try #require(throws: ClientError.self) { try plan(["command": command, input: value]) }
            #expect(
                error
                    == .usage("the input \(input) and the input command both give \(option): leave one of them out"))
        }
    }

    @Test(arguments: [
        (["command": "notify --tag a", "tags": "b\nc"], ["--tag=b", "--tag=c"]),
        (["command": "notify --action a=A", "actions": "b=B"], ["--action=b=B"]),
        (["command": "notify -F a=1", "fields": "b=2"], ["--raw-field=b=2"]),
        (["command": "notify --encrypt", "encrypt": "true"], []),
        (["command": "notify --encrypt=yes", "encrypt": "true"], []),
        (["command": "notify --encrypt --encrypt", "encrypt": "true"], []),
        (["command": "notify --no-encrypt=false", "encrypt": "true"], ["--encrypt"]),
        (["command": "notify --ack", "ack": "true"], ["--ack=true"]),
        (["command": "notify --ack=false", "ack": "false"], []),
    ])
    func whatGoesTogetherIsNoConflict(inputs: [String: String], added: [String]) throws {
        let words = try ShellWords.split(inputs["command"] ?? "")
        #expect(try plan(inputs).arguments == words + added + ["--source=github-actions"])
    }

    @Test(arguments: [
        (["command": "notify --no-encrypt", "encrypt": "true"], "encrypt is true, but the command has --no-encrypt"),
        (
            ["command": "notify --encrypt=false", "encrypt": "true"],
            "encrypt is true, but the command has --encrypt=false"
        ),
        (
            ["command": "notify --ack=false", "ack": "true"],
            "the input ack and the input command both give --ack: leave one of them out"
        ),
    ])
    func whatContradictsIsRefused(inputs: [String: String], message: String) throws {
        let error = try #require(throws: ClientError.self) { try plan(inputs, hasKey: true) }
        #expect(error == .usage(message))
    }

    /// Whoever gives an option empty wants none.
    @Test func anEmptyOptionHasNoDefault() throws {
        let plan = try plan(["command": "notify --url '' --thread= --source ''"], inRun: true)
        #expect(plan.arguments == ["notify", "--url", "", "--thread=", "--source", ""])
    }

    @Test(arguments: ["encrypt", "ack"])
    func whatIsNeitherTrueNorFalseIsRefused(input: String) throws {
        let error = try #require(throws: ClientError.self) { try plan([input: "yes please"]) }
        #expect(error.description == "the input \(input) must be true or false")
    }

    @Test func withoutAKeyTheApiMayDoAnything() throws {
        #expect(try plan(["command": "api /notifications -d {}"]).arguments == ["api", "/notifications", "-d", "{}"])
    }

    @Test func inputsMayPointToFiles() throws {
        let plan = try plan(["command": "api /x", "json": "@a.json", "fields": "b=@c"])
        #expect(plan.arguments == ["api", "/x", "--raw-field=b=@c", "--data=@a.json"])
        #expect(try self.plan(["command": "api /x -F a=b=@c -f d=@e"]).warnings.isEmpty)
    }

    @Test(arguments: [true, false]) func secretsAreNeverDescribed(hasKey: Bool) throws {
        let plan = try plan(["command": "api /x -H 'X-Auth: SECRET' --header=A:SECRET"], hasKey: hasKey)
        #expect(plan.description == "pushward api --header=*** --header=***")
        let outcome = try ArgumentParser(Self.root, hasVersion: true) { _ in nil }
            .parse(["receipt", "secret", "--key", "SECRET"])
        guard case .command(let command) = outcome else { throw ClientError.usage("it is no command") }
        #expect(ActionPlan.description(of: command, hidesText: hasKey) == "pushward receipt secret --key=***")
    }

    private static let secrets = [
        "title": "SECRET", "body": "SECRET", "subtitle": "SECRET", "url": "https://SECRET", "fields": "title=SECRET",
        "json": #"{"title":"SECRET"}"#, "level": "active",
    ]

    @Test(arguments: [(true, "false"), (false, "true")])
    func whatIsSealedIsNotDescribed(hasKey: Bool, encrypt: String) throws {
        var inputs = Self.secrets
        inputs["encrypt"] = encrypt
        inputs["command"] = "notify -f body=SECRET"
        let plan = try plan(inputs, hasKey: hasKey)
        #expect(!plan.description.contains("SECRET"))
        #expect(plan.description.hasPrefix("pushward notify "))
        for option in [
            "--title=***", "--body=***", "--url=***", "--data=***", "--field=***", "--raw-field=***", "--level=active",
        ] {
            #expect(plan.description.contains(option), "\(option)")
        }
        #expect(plan.description.contains("--encrypt=true") == (encrypt == "true"))
    }

    @Test func whatIsReadableAnywayIsDescribed() throws {
        #expect(
            try plan(["title": "Build\nfailed"]).description
                == "pushward notify --source=github-actions --title=Build?failed")
    }
}
