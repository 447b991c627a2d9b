// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxSystem

@testable import PushwardClient

@Suite struct ConfigurationFileTests {
    private struct Ones: RandomSource {
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
    }

    private func file(in folder: TemporaryDirectory) -> ConfigurationFile {
        ConfigurationFile(environment: { $0 == "PUSHWARD_CONFIG_DIR" ? folder.path : nil }, random: Ones())
    }

    /// What is written goes through a file of its own, with a name by which a leftover can be told, that nobody made
    /// before: whoever could choose it would read the keys.
    @Test func theFileOfTheStep() throws {
        let folder = try TemporaryDirectory()
        let file = file(in: folder)
        var configuration = Configuration()
        configuration.token = "hlk_first"
        try file.save(configuration)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["config.json"])
        let temporary = folder.file(".config-11111111.json")
        try "mine".write(toFile: temporary, atomically: false, encoding: .utf8)
        configuration.token = "hlk_second"
        let failure = #expect(throws: ClientError.self) { try file.save(configuration) }
        #expect(failure?.exit == .failure)
        #expect(WholeFile.text(temporary) == "mine")
        #expect(try file.load().token == "hlk_first")
        try FileManager.default.removeItem(atPath: temporary)
        try file.save(configuration)
        #expect(try file.load().token == "hlk_second")
    }

    @Test(arguments: [
        (ENOENT, "is not there"), (EACCES, "may not be opened"), (EPERM, "may not be opened"),
        (EISDIR, "is a directory"),
        (EFBIG, "is longer than 1 MiB"), (ELOOP, "is a symbolic link that leads nowhere"),
        (EIO, "cannot be used (error 5)"),
    ]) func whyNot(_ code: Int32, _ text: String) {
        #expect(FileFailure(code).description == text)
    }
}
