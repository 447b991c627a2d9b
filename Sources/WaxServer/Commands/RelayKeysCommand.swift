// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxEnvelope
import WaxRelay
import WaxSystem

/// `waxwing relay keys`
enum RelayKeysCommand {
    static let host = Option(
        required: "host", .string, valueName: "NAME", environment: "WAXWING_RELAY_HOST",
        help: "the relay's name; tokens are sealed to it, and do not open at a relay of another name")
    static let keys = Option(
        required: "keys", .directory, environment: "WAXWING_RELAY_KEYS", help: "the directory of the relay's keys")
    static let rootKey = Option(
        optional: "root-key", .file, environment: "WAXWING_RELAY_ROOT_KEY",
        help: "what signs the list of keys; root.key in the directory of keys if not given")
    private static let keyID = Argument("KID", .relayKeyID, help: "the key's id")

    static let table = Command(
        "keys", "the relay's keys",
        subcommands: [
            Command(
                "init", "make all keys of a new relay and print the public root key",
                discussion: "Apps pin the root key: they take no list of keys that it did not sign.",
                options: [keys, host, rootKey]),
            Command(
                "rotate", "make a new active key now; what was sealed to the old one still opens",
                discussion: "A running relay takes it over within a second. By itself it makes a key every 30 days.",
                options: [keys, rootKey]),
            Command("list", "print the keys, their states and times", options: [keys]),
            Command(
                "revoke", "give up a key and destroy its private half: tokens sealed to it are dead",
                options: [keys, rootKey], arguments: [keyID]),
            Command(
                "sign", "sign the list of keys, where the root key is kept elsewhere",
                discussion: "Needs keys.json in the directory and the root key; writes list.json.",
                options: [keys, rootKey]),
            Command(
                "accept-clock", "say that the clock is right when a relay refuses it",
                discussion: """
                    A relay that has been off for more than three days, or whose clock jumps so far ahead, destroys nothing \
                    and does not start, because keys and revocations that end are gone for good.
                    """,
                options: [keys]),
        ])

    static func run(_ command: ParsedCommand, in context: CommandContext) throws -> ExitCode {
        let hour = UInt32(max(0, SystemTime().now().seconds / 3600))
        let directory = RelayKeyDirectory(command[keys])
        guard command.path.last != "list" else {
            try list(RelayKeyCommands(directory).list(), hour: hour, context)
            return .ok
        }
        guard command.path.last != "accept-clock" else {
            try RelayKeyCommands(directory).acceptClock(hour: hour)
            return .ok
        }
        let commands = RelayKeyCommands(directory, rootKeyFile: command[rootKey])
        switch command.path.last {
        case "init": try context.output.write(commands.initialize(relay: command[host], hour: hour) + "\n")
        case "rotate": try report(commands.rotate(hour: hour), directory, context)
        case "revoke":
            let change = try commands.revoke(command[keyID], hour: hour)
            try context.output.writeLine("\(command[keyID])  destroyed")
            try report(change, directory, context)
        default: try commands.sign(hour: hour)
        }
        return .ok
    }

    private static func list(_ plan: RelayKeyPlan, hour: UInt32, _ context: CommandContext) throws {
        try context.output.writeLine("relay \(plan.relay), list \(plan.serial)")
        for entry in plan.entries {
            try context.output.writeLine(
                "\(entry.key.keyID)  \(entry.state(hour: hour).rawValue)  seal \(time(entry.sealFrom)) to "
                    + "\(time(entry.sealUntil)), open until \(time(entry.openUntil))")
        }
    }

    private static func report(
        _ change: RelayKeyChange, _ directory: RelayKeyDirectory, _ context: CommandContext
    ) throws {
        if let active = change.active {
            try context.output.writeLine("\(active)  active\(change.isActiveNew ? ", from now on" : ", as before")")
        }
        guard !change.isSigned else { return }
        try context.errorOutput.write(
            "waxwing: the root key is not here: sign the list where it is, with "
                + "'waxwing relay keys sign --keys \(directory.path) --root-key FILE'\n")
    }

    private static func time(_ hour: UInt32) -> String { Timestamp.text(ofHour: hour) }
}

extension ValueType where Value == RelayKeyID {
    /// A key's id.
    static var relayKeyID: ValueType {
        ValueType(name: "KID", rule: "must be the 16 hexadecimal digits of a key's id") { RelayKeyID($0) }
    }
}
