// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP

/// Where the server and the keys come from, and the file that holds them.
@Suite struct ConfigurationTests {
    @Test func urlOrder() async throws {
        let apis = try (0..<3).map { number in try FakeAPI(.answer("{\"id\":\"\(number)\"}")) }
        var pushward = try Pushward()
        try pushward.store("{\"api_url\":\"\(apis[0].url)/\"}")
        #expect(try await pushward.run("me").output == "{\"id\":\"0\"}\n")
        pushward.environment.append(("PUSHWARD_API_URL", " \(apis[1].url)//\n"))
        #expect(try await pushward.run("me").output == "{\"id\":\"1\"}\n")
        #expect(try await pushward.run("--api-url", apis[2].url, "me").output == "{\"id\":\"2\"}\n")
        #expect(try await pushward.run("me", "--api-url=\(apis[2].url)/pre/fix/").output == "{\"id\":\"2\"}\n")
        #expect(apis[2].calls.map(\.line) == ["GET /auth/me", "GET /pre/fix/auth/me"])
    }

    @Test func noServer() async throws {
        let result = try await Pushward().run("me")
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("error: no server: set PUSHWARD_API_URL"))
        var pushward = try Pushward()
        pushward.environment.append(("PUSHWARD_API_URL", "http://push.example.org"))
        #expect(try await pushward.run("me").code == 2)
        // What works offline does not ask.
        #expect(try await pushward.run("e2e", "generate", "--save").code == 0)
        for url in ["http://push.example.org", "nonsense"] {
            pushward.environment.append(("PUSHWARD_API_URL", url))
            let envelope = try await pushward.run("e2e", "encrypt", "--title", "t", "--body", "b", "--jq", ".encrypted")
            #expect(envelope.output.hasPrefix("pw1."))
            let commands: [(arguments: [String], input: String)] = [
                (["decrypt"], envelope.output), (["import", "--force"], Pushward.key), (["show"], ""), (["key-id"], ""),
                (["remove"], ""), (["generate", "--save"], ""),
            ]
            for (arguments, input) in commands {
                for flags in [[], ["--api-url", url]] {
                    let result = try await pushward.run(["e2e"] + arguments + flags + ["--json"], input: input)
                    let isGone = arguments == ["generate", "--save"] && flags == ["--api-url", url]
                    #expect(result.code == (isGone ? 2 : 0), "\(arguments) \(flags) \(result.errors)")
                }
            }
        }
    }

    @Test func keyOrder() async throws {
        let api = try FakeAPI(.answer("{}"))
        var pushward = try Pushward(api, token: nil)
        try pushward.store(#"{"token":"hlk_stored"}"#)
        _ = try await pushward.run("me")
        pushward.environment.append(("PUSHWARD_API_TOKEN", " hlk_given\n"))
        _ = try await pushward.run("me")
        pushward.environment.append(("PUSHWARD_API_TOKEN", " \t\n"))
        _ = try await pushward.run("me")
        #expect(
            api.calls.map { $0.headers["Authorization"] } == [
                "Bearer hlk_stored", "Bearer hlk_given", "Bearer hlk_stored",
            ])
    }

    @Test func encryptionKeyOrder() async throws {
        var pushward = try Pushward()
        try pushward.store("{\"e2e_key\":\"\(Pushward.otherKey)\"}")
        #expect(try await pushward.run("e2e", "key-id", "--jq", ".key_id").output == Pushward.otherKeyID + "\n")
        #expect(try await pushward.run("e2e", "key-id", "--jq", ".source").output == pushward.configuration + "\n")
        pushward.environment.append(("PUSHWARD_E2E_KEY", " \n"))
        #expect(try await pushward.run("e2e", "key-id", "--jq", ".key_id").output == Pushward.otherKeyID + "\n")
        pushward.environment.append(("PUSHWARD_E2E_KEY", " \(Pushward.key.uppercased())\n"))
        #expect(
            try await pushward.run("e2e", "key-id").output
                == "{\"key_id\":\"\(Pushward.keyID)\",\"source\":\"PUSHWARD_E2E_KEY\"}\n")
    }

    @Test(arguments: [
        (["PUSHWARD_CONFIG_DIR": "a", "XDG_CONFIG_HOME": "/b"], "a/config.json"),
        (["PUSHWARD_CONFIG_DIR": "", "XDG_CONFIG_HOME": "b"], "b/pushward/config.json"),
        (["PUSHWARD_CONFIG_DIR": "", "XDG_CONFIG_HOME": ""], ".config/pushward/config.json"),
    ]) func places(_ variables: [String: String], _ path: String) async throws {
        var pushward = try Pushward()
        for (name, value) in variables {
            pushward.environment.append(
                (name, value.isEmpty || value.hasPrefix("/") ? value : pushward.home.file(value)))
        }
        #expect(try await pushward.run("e2e", "generate", "--save").code == 0)
        let file = pushward.home.file(path)
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try permissions(file) == 0o600)
        #expect(try permissions(URL(fileURLWithPath: file).deletingLastPathComponent().path) == 0o700)
    }

    @Test func aRelativeSharedPlaceIsNone() async throws {
        var pushward = try Pushward()
        pushward.environment += [("PUSHWARD_CONFIG_DIR", ""), ("XDG_CONFIG_HOME", "relative")]
        _ = try await pushward.run("e2e", "generate", "--save")
        #expect(FileManager.default.fileExists(atPath: pushward.home.file(".config/pushward/config.json")))
    }

    @Test func noPlace() async throws {
        let api = try FakeAPI(.answer("{}"))
        var pushward = try Pushward(api)
        pushward.environment += [("PUSHWARD_CONFIG_DIR", ""), ("HOME", "")]
        #expect(try await pushward.run("me").code == 0)
        let result = try await pushward.run("e2e", "generate", "--save")
        #expect(result.code == 1)
        #expect(result.output == "")
    }

    @Test func theRestOfTheFileStays() async throws {
        let api = try FakeAPI(.answer("{}"))
        let pushward = try Pushward(api, token: nil)
        try pushward.store(#"{"later":{"x":1.50},"token":"","api_url":null,"e2e_key":""}"#)
        #expect(try await pushward.run("auth", "login", input: "hlk_new\nmore\n").code == 0)
        #expect(
            pushward.stored
                == "{\n  \"later\": {\n    \"x\": 1.50\n  },\n  \"token\": \"hlk_new\",\n  \"api_url\": null\n}\n")
        #expect(try await pushward.run("e2e", "import", input: Pushward.key).code == 0)
        #expect(try await pushward.run("auth", "logout").code == 0)
        #expect(pushward.stored?.contains("hlk_new") == false)
        #expect(pushward.stored?.contains(Pushward.key) == true)
        #expect(try await pushward.run("e2e", "remove").code == 0)
        #expect(pushward.stored == "{\n  \"later\": {\n    \"x\": 1.50\n  },\n  \"api_url\": null\n}\n")
        // Replaced in one step, and nothing is left of the step.
        #expect(try FileManager.default.contentsOfDirectory(atPath: pushward.home.file("config")) == ["config.json"])
        #expect(try permissions(pushward.configuration) == 0o600)
    }

    @Test(arguments: ["{", "[]", "", #"{"token":5}"#, #"{"token":"a","token":"b"}"#, "{} {}"]) func brokenFile(
        _ text: String
    ) async throws {
        let api = try FakeAPI(.answer("{}"))
        let pushward = try Pushward(api, token: nil)
        try pushward.store(text)
        for command in [["me"], ["e2e", "key-id"], ["e2e", "generate", "--save"], ["auth", "logout"]] {
            let result = try await pushward.run(command)
            #expect(result.code == 1)
            #expect(result.errors.hasPrefix("error: \(pushward.configuration)"))
            #expect(result.output == "")
        }
        #expect(pushward.stored == text)
        #expect(api.calls.isEmpty)
    }

    /// What cannot be read is no empty file: a text that was to be sealed would go out readable. The root user is denied
    /// nothing.
    @Test(arguments: ["directory", "loop", "long"] + (geteuid() == 0 ? [] : ["denied"])) func unreadableFile(
        _ kind: String
    ) async throws {
        let api = try FakeAPI(.answer("{}"))
        let pushward = try Pushward(api)
        let files = FileManager.default
        try files.createDirectory(
            atPath: kind == "directory" ? pushward.configuration : pushward.home.file("config"),
            withIntermediateDirectories: true)
        if kind == "loop" {
            try files.createSymbolicLink(atPath: pushward.configuration, withDestinationPath: "config.json")
        } else if kind == "long" {
            try pushward.store("{}" + String(repeating: " ", count: 1 << 20))
        } else if kind == "denied" {
            try pushward.store("{}", permissions: 0)
        }
        let reasons = [
            "directory": "is a directory", "loop": "is a symbolic link that leads nowhere",
            "long": "is longer than 1 MiB",
            "denied": "may not be opened",
        ]
        for command in [["notify", "--title", "t", "--body", "b"], ["e2e", "key-id"], ["auth", "logout"]] {
            let result = try await pushward.run(command)
            #expect(result.code == 1 && result.output == "")
            #expect(result.errors == "error: \(pushward.configuration) \(reasons[kind] ?? "")\n")
        }
        #expect(api.calls.isEmpty)
    }

    /// The files of many people's settings are links into a folder of their own.
    @Test(arguments: ["absolute", "relative", "twice", "missing"]) func linkedFile(_ kind: String) async throws {
        let pushward = try Pushward()
        let files = FileManager.default
        let shared = pushward.home.file("shared")
        for folder in [pushward.home.file("config"), shared] {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let target = shared + "/settings.json"
        if kind != "missing" { try Data(#"{"later":1}"#.utf8).write(to: URL(fileURLWithPath: target)) }
        let first = kind == "twice" ? shared + "/link" : pushward.configuration
        try files.createSymbolicLink(
            atPath: first, withDestinationPath: kind == "relative" ? "../shared/settings.json" : target)
        if kind == "twice" {
            try files.createSymbolicLink(atPath: pushward.configuration, withDestinationPath: "../shared/link")
        }
        #expect(try await pushward.run("e2e", "import", input: Pushward.key).code == 0)
        #expect(try files.destinationOfSymbolicLink(atPath: pushward.configuration).hasSuffix("k") == (kind == "twice"))
        let stored = try #require(WholeFile.text(target))
        #expect(stored.contains(Pushward.key) && stored.contains("later") == (kind != "missing"))
        #expect(try permissions(target) == 0o600)
        #expect(try Set(files.contentsOfDirectory(atPath: shared)).isSubset(of: ["settings.json", "link"]))
        #expect(try files.contentsOfDirectory(atPath: pushward.home.file("config")) == ["config.json"])
        #expect(try await pushward.run("e2e", "key-id", "--jq", ".key_id").output == Pushward.keyID + "\n")
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o601]) func othersMayRead(_ permissions: Int) async throws {
        let api = try FakeAPI(.answer("{}"))
        var pushward = try Pushward(api, token: nil)
        try pushward.store("{\"token\":\"hlk_x\",\"e2e_key\":\"\(Pushward.key)\"}", permissions: permissions)
        let result = try await pushward.run("notify", "--title", "t", "--body", "b")
        #expect(result.code == 0)
        #expect(result.errors == "warning: others can read \(pushward.configuration), which holds keys: chmod 600 it\n")
        // No value is taken from it.
        pushward.environment += [("PUSHWARD_API_TOKEN", "hlk_y"), ("PUSHWARD_E2E_KEY", Pushward.key)]
        #expect(try await pushward.run("notify", "--title", "t", "--body", "b").errors == "")
    }

    private func permissions(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
