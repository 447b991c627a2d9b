// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct UsageErrorTests {
    /// Arguments and variables that are refused, and all that the user sees of it.
    struct Refused: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let environment: [String: String]
        let message: String
        let helpOf: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String, _ message: String, see helpOf: String, with environment: [String: String] = [:]) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.environment = environment
            self.message = message
            self.helpOf = helpOf
        }
    }

    static let refused = [
        Refused("--dta x", "unknown option '--dta'", see: "nest"),
        Refused("serve --dta x", "unknown option '--dta', did you mean --data?", see: "nest serve"),
        Refused("serve --listne=secret", "unknown option '--listne', did you mean --listen?", see: "nest serve"),
        Refused("serve --tls_cert x", "unknown option '--tls_cert', did you mean --tls-cert?", see: "nest serve"),
        Refused("serve --tlsCert x", "unknown option '--tlsCert', did you mean --tls-cert?", see: "nest serve"),
        Refused("serve --LISTEN x", "unknown option '--LISTEN', did you mean --listen?", see: "nest serve"),
        Refused("serve -listen x", "unknown option '-l', did you mean --listen?", see: "nest serve"),
        Refused("serve --inject-fualt", "unknown option '--inject-fualt'", see: "nest serve"),
        Refused("serve --hlep", "unknown option '--hlep', did you mean --help?", see: "nest serve"),
        Refused("--versoin", "unknown option '--versoin', did you mean --version?", see: "nest"),
        Refused("serve --version", "unknown option '--version'", see: "nest serve"),
        Refused("serve --something-else", "unknown option '--something-else'", see: "nest serve"),
        Refused("serve --=x", "unknown option '--'", see: "nest serve"),
        Refused("look -5", "unknown option '-5'", see: "nest look"),
        Refused("serve -vxsecret", "unknown option '-x'", see: "nest serve"),
        Refused("kyes", "unknown command 'kyes', did you mean 'keys'?", see: "nest"),
        Refused("keys creat", "unknown command 'creat', did you mean 'create'?", see: "nest keys"),
        Refused("keys revoke x", "unknown command 'revoke'", see: "nest keys"),
        Refused("help sreve", "unknown command 'sreve', did you mean 'serve'?", see: "nest"),
        Refused("help keys lsit", "unknown command 'lsit', did you mean 'list'?", see: "nest keys"),
        Refused("gaet", "unknown command 'gaet'", see: "nest"),
        Refused("serve --data", "--data needs a value, DIR", see: "nest serve"),
        Refused("serve -d", "--data needs a value, DIR", see: "nest serve"),
        Refused("serve -d a --data b", "--data is given more than once", see: "nest serve"),
        Refused("look -v --verbose=false", "--verbose is given more than once", see: "nest look"),
        Refused("look --verbose=no -v", "--verbose is given more than once", see: "nest look"),
        Refused("look -v -v=maybe", "--verbose is given more than once", see: "nest look"),
        Refused("keys create anna", "--mode or NEST_MODE is required", see: "nest keys create"),
        Refused("keys create --mode test", "OWNER is missing", see: "nest keys create"),
        Refused(
            "keys create --mode test a 1 x y", "this command takes at most 2 arguments, not 4", see: "nest keys create"),
        Refused("keys list secret", "this command takes no argument, not 1", see: "nest keys list"),
        Refused("keys create --mode prod a", "--mode must be test or live, not 'prod'", see: "nest keys create"),
        Refused(
            "keys create --mode test a 11", "COUNT must be a whole number from 1 to 10, not '11'",
            see: "nest keys create"),
        Refused("serve --data=", "--data must be the path of a directory", see: "nest serve"),
        Refused("serve --workers 0", "--workers must be a whole number from 1 to 64, not '0'", see: "nest serve"),
        Refused("serve -w 4x", "--workers must be a whole number from 1 to 64, not '4x'", see: "nest serve"),
        Refused(
            "serve --listen 8080",
            "--listen must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not '8080'",
            see: "nest serve"),
        Refused(
            "serve --grace 2h",
            "--grace must be a time such as 90s, 15m or 1h30m, from 1s to 1h, not '2h'", see: "nest serve"),
        Refused(
            "serve --upstream http://a",
            "--upstream must be a URL that begins with https://, without user and password, not 'http://a'",
            see: "nest serve"),
        Refused("look --verbose=maybe", "--verbose must be true or false, not 'maybe'", see: "nest look"),
        Refused(
            "serve",
            "NEST_LISTEN must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not 'nowhere'",
            see: "nest serve", with: ["NEST_LISTEN": "nowhere"]),
        Refused("look", "NEST_VERBOSE must be true or false, not '2'", see: "nest look", with: ["NEST_VERBOSE": "2"]),
        Refused("serve", "NEST_TAGS must not be empty", see: "nest serve", with: ["NEST_TAGS": "a,,b"]),
        Refused(
            "keys create x", "NEST_MODE must be test or live, not 'TEST'",
            see: "nest keys create", with: ["NEST_MODE": "TEST"]),
        Refused(
            "keys create --mode test --pin 12345 x", "--pin must be a whole number from 1000 to 9999",
            see: "nest keys create"),
        Refused(
            "keys create --mode test x", "NEST_PIN must be a whole number from 1000 to 9999",
            see: "nest keys create", with: ["NEST_PIN": "12345"]),
    ]

    @Test(arguments: refused) func message(_ refused: Refused) throws {
        let recorder = Recorder()
        let code = SampleTool.tool.run(refused.arguments, in: recorder.context(refused.environment)) { _ in
            Issue.record("a command was carried out")
            return .ok
        }
        #expect(recorder.errors == "nest: \(refused.message)\nsee '\(refused.helpOf) --help'\n")
        #expect(recorder.output == "")
        #expect(code == .usage)
        #expect(code.rawValue == 2)
    }

    /// A part of a secret that is left is one that a log does not mask, so nothing of it is.
    @Test(arguments: [
        (["serve", "-w", key], "--workers must be a whole number from 1 to 64"),
        (["serve", "-w", "1 hlk_0123"], "--workers must be a whole number from 1 to 64"),
        (
            ["serve", "--listen=" + key.uppercased()],
            "--listen must be an address and a port, such as 127.0.0.1:8080 or "
        ),
        (["serve", "--" + key], "unknown option"), (["serve", "--hlk_0123=x"], "unknown option"),
        (["keys", key], "unknown command"), (["help", "hla_0123"], "unknown command"),
        (["keys", "create", "--mode", "test", "a", key], "COUNT must be a whole number from 1 to 10"),
    ]) func secretsAreNotQuoted(_ arguments: [String], _ message: String) {
        let result = SampleTool.run(arguments)
        #expect(result.code == .usage)
        #expect(result.errors.hasPrefix("nest: \(message)"))
        #expect(!result.errors.contains("'0") && !result.errors.contains("0123") && !result.errors.contains("…"))
    }

    private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    /// Whatever a command says, the tool leaves out.
    @Test(arguments: [key, "hlk_0123456789abcdef0123456789abcdef"]) func secretsOfFailuresAreLeftOut(secret: String) {
        let result = SampleTool.run("look") { _, context in
            context.tell("warning: \(secret)")
            throw CommandFailure("cannot open \(secret)", hint: "is it \(secret)?")
        }
        #expect(result.errors == "warning: ***\nnest: cannot open ***\nis it ***?\n")
    }

    @Test func quotedValuesStayOnOneLine() {
        let long = String(repeating: "x", count: 33)
        #expect(SampleTool.run("serve", "-w", "1\n2\u{1B}[31m\u{2028}").errors.contains("not '1?2?[31m?'\n"))
        #expect(SampleTool.run("serve", "-w", long).errors.contains("not '\(long.dropLast())…'\n"))
    }
}
