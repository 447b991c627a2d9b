// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxJSON
package import WaxSystem

/// `config.json`, which holds secrets: for its owner alone, and replaced in one step.
package struct ConfigurationFile: Sendable {
    /// Nil when neither a variable nor a home directory says where it is.
    private let directory: String?
    private let random: any RandomSource

    /// Finds the place: `PUSHWARD_CONFIG_DIR`, else `pushward` in `XDG_CONFIG_HOME`, else in `~/.config`.
    package init(
        environment: @Sendable (String) -> String?, random: any RandomSource = SystemRandom()
    ) {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        // A relative path there is to be ignored, says the XDG Base Directory Specification.
        let shared = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        directory =
            variable("PUSHWARD_CONFIG_DIR") ?? shared.map { "\($0)/pushward" }
            ?? variable("HOME").map { "\($0)/.config/pushward" }
        self.random = random
    }

    /// The path of the file, as messages and answers name it.
    package var path: String { directory.map { "\($0)/config.json" } ?? "config.json" }

    /// Reads the file; one that is not there is empty. Throws `failure`.
    package func load() throws(ClientError) -> Configuration {
        guard directory != nil else { return Configuration() }
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileBytes.read(path, limit: DataSource.maximumBytes)
        } catch {
            if error.code == ENOENT { return Configuration() }
            throw .failure("\(path.printable) \(error)")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.parse(bytes)
        } catch {
            throw .failure("\(path.printable) is not JSON: \(error)")
        }
        guard let members = value.objectValue else { throw .failure("\(path.printable) is not a JSON object") }
        var configuration = Configuration()
        configuration.members = members
        for key in ["api_url", "token", "e2e_key"] {
            guard let value = configuration.members[key], !value.isNull, value.stringValue == nil else { continue }
            throw .failure("\(path.printable): \(key) is not text")
        }
        configuration.isExposed = FileBytes.permissions(path).map { $0 & 0o077 != 0 } ?? false
        return configuration
    }

    /// Replaces the file; where a symbolic link stands in its place, what that leads to. Throws `failure`.
    package func save(_ configuration: Configuration) throws(ClientError) {
        guard let directory else {
            throw .failure("there is no place for config.json: set PUSHWARD_CONFIG_DIR or HOME")
        }
        var members = configuration.members
        for (key, value) in configuration.members where value == "" { members[key] = nil }
        do throws(FileFailure) {
            try FileBytes.makeDirectory(directory)
            let name = random.bytes(8).map { String($0, radix: 36) }.joined()
            let target = try FileBytes.followingLinks(path)
            try FileBytes.replace(
                target, by: JSONValue.object(members).pretty + [UInt8(ascii: "\n")],
                temporary: "\(FileBytes.directory(of: target))/.config-\(name).json")
        } catch {
            throw .failure("\(path.printable) \(error)")
        }
    }
}
