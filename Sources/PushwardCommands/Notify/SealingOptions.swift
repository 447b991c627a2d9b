// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands

/// The options that say whether the text is encrypted.
enum SealingOptions {
    static let encrypt = Option(switch: "encrypt", help: "fail rather than send readable text when there is no key")
    static let noEncrypt = Option(switch: "no-encrypt", help: "send readable text although there is a key")

    static let all: [any CommandOption] = [encrypt, noEncrypt]

    static func mode(_ command: ParsedCommand) throws(ClientError) -> BodySealing.Mode {
        switch (command[encrypt], command[noEncrypt]) {
        case (true, true): throw .usage("--encrypt and --no-encrypt exclude each other")
        case (true, false): .always
        case (false, true): .never
        case (false, false): .whenKeyIsSet
        }
    }
}
