// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxJSON

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
}
