// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxJSON
import WaxProviders

@testable import WaxRelay

@Suite struct RelayConfigurationTests {
    private static let pem = P256.Signing.PrivateKey().pemRepresentation
    private static let secret = String(pem.split(separator: "\n")[1].prefix(40))

    /// A private key that stands where a file's name belongs is repeated in no error.
    @Test(arguments: [
        pem, pem.split(separator: "\n").joined(), secret, #"{"private_key":"\#(secret)"}"#,
        #"{"type":"service_account","private_key":"\#(pem.split(separator: "\n").joined(separator: "\\n"))"}"#,
    ])
    func aKeyInAFilesPlace(text: String) throws {
        let members: [(String, JSONValue)] = [
            ("apns", .string(text)), ("apns", ["private_key_file": .string(text)]),
            ("apns", ["sandbox_private_key_file": .string(text)]), ("fcm", .string(text)),
            ("web_push", .string(text)), ("web_push", ["private_key_file": .string(text)]),
        ]
        for (name, value) in members {
            let configuration: JSONValue = ["apps": ["chat": .object([name: value])]]
            for directory in ["", "/etc/relay"] {
                let error = #expect(throws: RelayError.self) {
                    try RelayConfiguration(configuration.compact, directory: directory)
                }
                let said = try #require(error).description
                #expect(said.contains("chat.\(name)") && !said.contains(Self.secret.prefix(16)), "\(name)")
            }
        }
    }

    /// An error says which member of a credential is wrong, and why.
    @Test(arguments: [
        (
            "apns", #"{"team_id":"ABCDE12345","bundle_id":"com.example.chat","key_id":"x","private_key":"y"}"#,
            "key_id must be 10 letters and digits; private_key must be the P-256 private key of the .p8 file, PEM text"
        ),
        (
            "apns", #"{"key_id":"ABCDE12345","bundle_id":"com.example.chat","private_key":7}"#,
            "team_id is required; private_key must be a string"
        ),
        (
            "fcm",
            #"{"type":"user","project_id":"p","private_key_id":"i","private_key":"k","client_email":"e@example.org","token_uri":"t"}"#,
            "type must be service_account; private_key must be an RSA private key, PEM text; "
                + "token_uri must be an https address on a host that this server allows"
        ),
        ("web_push", #"{"subject":"mailto:push@example.org"}"#, "private_key is required"),
        (
            "web_push", #"{"subject":"mailto:push@example.org","private_key":"x"}"#,
            "private_key must be a P-256 private key, PEM text"
        ),
        (
            "web_push", #"{"subject":"push@example.org"}"#,
            "subject must be a mailto: or https: URL of the app's owner, at most 255 bytes; private_key is required"
        ),
    ])
    func aMemberThatIsWrong(name: String, value: String, problems: String) throws {
        let text = #"{"apps":{"com.example.chat":{"\#(name)":\#(value)}}}"#
        let error = #expect(throws: RelayError.self) { try RelayConfiguration(Array(text.utf8)) }
        #expect(error?.description == "com.example.chat.\(name): \(problems)")
    }

    /// What is wrong with a file that is named is said as it is.
    @Test(
        arguments: [
            (nil, 0o600, "is missing"), ("{}", 0o644, "may be read by others: its mode must be 0600"),
            ("[]", 0o600, "holds no JSON object"),
        ] as [(String?, Int, String)])
    func aFileThatCannotBeUsed(content: String?, mode: Int, problem: String) throws {
        let directory = try TemporaryDirectory()
        if let content {
            let file = directory.file("service-account.json")
            #expect(
                FileManager.default.createFile(
                    atPath: file, contents: Data(content.utf8), attributes: [.posixPermissions: mode]))
        }
        let text = #"{"apps":{"chat":{"fcm":"service-account.json"}}}"#
        let error = #expect(throws: RelayError.self) {
            try RelayConfiguration(Array(text.utf8), directory: directory.path)
        }
        #expect(error?.description == "the file that chat.fcm names \(problem)")
    }

    /// Files beside the configuration make a whole app.
    @Test func filesThatCanBeUsed() throws {
        let directory = try TemporaryDirectory()
        for file in ["AuthKey.p8", "vapid.pem"] {
            #expect(
                FileManager.default.createFile(
                    atPath: directory.file(file), contents: Data(Self.pem.utf8), attributes: [.posixPermissions: 0o600])
            )
        }
        let configuration: JSONValue = [
            "apps": [
                "chat": [
                    "apns": [
                        "team_id": "ABCDE12345", "bundle_id": "com.example.chat", "key_id": "ABCDE67890",
                        "private_key_file": "AuthKey.p8",
                    ], "web_push": ["subject": "mailto:push@example.org", "private_key_file": "vapid.pem"],
                ]
            ]
        ]
        let app = try RelayConfiguration(configuration.compact, directory: directory.path).apps["chat"]
        #expect(app?.apns?.key.keyID == "ABCDE67890" && app?.webPush?.subject == "mailto:push@example.org")
    }
}
