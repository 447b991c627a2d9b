// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxStore
import WaxSystem

@Suite struct MasterKeyTests {
    private let ones = String(repeating: "01", count: 32)
    private let twos = String(repeating: "aB", count: 32)

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func write(_ text: String, mode: Int = 0o600) throws -> (TemporaryDirectory, String) {
        let directory = try TemporaryDirectory()
        let path = directory.file("master.key")
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return (directory, path)
    }

    @Test func aFileOfSeveralKeys() throws {
        let (directory, path) = try write("# comment\n\n12 \(twos)\r\n  3\t\(ones)  \n")
        let masterKey = try withExtendedLifetime(directory) { try MasterKey(path: path) }
        #expect(masterKey.ids == [3, 12])
        #expect(masterKey.oldest == 3)
        #expect(masterKey.newest == 12)
    }

    @Test func theEnvironmentHoldsTheSameTextWithCommas() throws {
        let masterKey = try MasterKey(environment: "1 \(ones), 2 \(twos)", variable: "WAXWING_MASTER_KEY")
        #expect(masterKey.ids == [1, 2])
        let digest = LookupKey(masterKey, purpose: "p").digest(of: "x")
        let same = try MasterKey([1: SymmetricKey(data: [UInt8](repeating: 1, count: 32))])
        #expect(LookupKey(same, purpose: "p").digest(of: "x") == digest)
    }

    @Test(arguments: [
        "1", "x 00", "0 ONES", "-1 ONES", "+x ONES", "4294967296 ONES", "1 ONES 2", "1 ONES0", "1 XONES", "1ONES",
        "1 ONE\u{e9}", "1 ONES\n1 ONES", "", "# 1 ONES", "\u{0}",
    ])
    func aWrongTextIsNamedByItsLineAndNothingElse(text: String) throws {
        let secret = String(repeating: "5ec4e700", count: 8)
        let text = text.replacingOccurrences(of: "ONES", with: secret)
            .replacingOccurrences(of: "XONES", with: "g" + secret.dropFirst())
        let error = #expect(throws: RestError.self) { try MasterKey(environment: text, variable: "VARIABLE") }
        #expect(error?.code == .keyFile)
        #expect(error?.message.contains("VARIABLE") == true)
        #expect(error?.description.contains("5ec4") == false)
        let (directory, path) = try write(text)
        let second = #expect(throws: RestError.self) {
            try withExtendedLifetime(directory) { try MasterKey(path: path) }
        }
        #expect(second?.description.contains("5ec4") == false)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o602, 0o610]) func aFileThatOthersMayTouchIsRefused(mode: Int) throws
    {
        let (directory, path) = try write("1 \(ones)", mode: mode)
        let error = #expect(throws: RestError.self) {
            try withExtendedLifetime(directory) { try MasterKey.openOrCreate(path: path) }
        }
        #expect(error?.code == .keyFileMode)
    }

    @Test func aMissingFileIsMadeOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("secrets/master.key")
        #expect(throws: RestError(.keyFile, "the master key file \(path) does not exist")) { try MasterKey(path: path) }
        let first = try MasterKey.openOrCreate(path: path)
        let second = try MasterKey.openOrCreate(path: path)
        #expect(first.ids == [1])
        #expect(
            LookupKey(first, purpose: "p").digest(of: "x") == LookupKey(second, purpose: "p").digest(of: "x"))
        #expect(try mode(path) == 0o600)
        #expect(try mode(directory.file("secrets")) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("secrets")) == ["master.key"])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("# Waxwing's master key."))
        #expect(text.split(separator: "\n").last?.wholeMatch(of: #/1 [0-9a-f]{64}/#) != nil)
    }

    @Test func manyThatStartAtOnceGetTheSameKey() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("master.key")
        let digests = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 {
                group.addTask { LookupKey(try MasterKey.openOrCreate(path: path), purpose: "p").digest(of: "x") }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(digests.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["master.key"])
    }

    @Test func whatIsNoFileIsRefused() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: RestError.self) { try MasterKey.openOrCreate(path: directory.path) }
        #expect(error?.code == .keyFile)
        let file = directory.file("plain")
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let second = #expect(throws: RestError.self) { try MasterKey.openOrCreate(path: "\(file)/master.key") }
        #expect(second?.code == .keyFile)
    }

    @Test func aFileThatIsTooLongIsRefused() throws {
        let (directory, path) = try write("1 \(ones)\n" + String(repeating: "# filler\n", count: 8000))
        let error = #expect(throws: RestError.self) {
            try withExtendedLifetime(directory) { try MasterKey(path: path) }
        }
        #expect(error?.code == .keyFile)
    }

    @Test func aKeyNeverShowsInADescription() throws {
        let masterKey = try MasterKey(environment: "1 \(twos)", variable: "V")
        var dumped = ""
        dump(masterKey, to: &dumped)
        let texts = ["\(masterKey)", String(reflecting: masterKey), dumped]
        for text in texts {
            let isHidden = !text.lowercased().contains("abab") && !text.contains("171")
            #expect(isHidden)
        }
        #expect(texts[0] == "master key with the numbers [1]")
    }

    @Test func aKeyHasThirtyTwoBytes() throws {
        let error = #expect(throws: RestError.self) { try MasterKey([1: SymmetricKey(data: [1, 2, 3] as [UInt8])]) }
        #expect(error?.code == .keyFile)
        let none = #expect(throws: RestError.self) { try MasterKey([:]) }
        #expect(none?.code == .keyFile)
    }
}
