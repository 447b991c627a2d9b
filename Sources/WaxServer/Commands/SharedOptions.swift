// SPDX-License-Identifier: Apache-2.0
import WaxCommands

/// The options of every command that opens a data directory.
enum SharedOptions {
    static let data = Option(
        "data", .directory, default: "var/data", environment: "WAXWING_DATA",
        help: "where everything is kept; made if missing")
    static let masterKeyFile = Option(
        optional: "master-key-file", .file, environment: "WAXWING_MASTER_KEY_FILE",
        help: "the key that protects what is stored, made by the first start; DIR.key beside the data if not given")
    static let masterKey = Option(
        environmentOnly: "WAXWING_MASTER_KEY", .string, help: "the same key itself, instead of a file")

    static let storage: [any CommandOption] = [data, masterKeyFile, masterKey]

    static func masterKeySource(_ command: ParsedCommand) -> MasterKeySource {
        if let text = command[masterKey] { return .text(text) }
        return command[masterKeyFile].map(MasterKeySource.file) ?? .besideData
    }
}

extension Storage {
    /// Opens the one that a command names, which must be there: whoever names the wrong directory is told, and finds no
    /// empty database there afterwards.
    init(existing command: ParsedCommand) throws {
        let directory: DataDirectory
        do throws(ServerError) {
            directory = try DataDirectory(existing: command[SharedOptions.data])
        } catch {
            throw CommandFailure(error.description, hint: "name the server's data directory with --data")
        }
        try self.init(directory, masterKey: SharedOptions.masterKeySource(command))
    }

    /// Opens the one that a command names, or makes it and says so.
    init(making command: ParsedCommand, in context: CommandContext) throws {
        let directory = try DataDirectory(command[SharedOptions.data])
        let isNew = !directory.hasDatabase
        try self.init(directory, masterKey: SharedOptions.masterKeySource(command))
        if isNew { context.tell("made a new database in \(directory.path)") }
    }
}
