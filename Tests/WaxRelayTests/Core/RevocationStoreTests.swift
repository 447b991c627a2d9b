// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import WaxRelay

@Suite struct RevocationStoreTests {
    private let directory: TemporaryDirectory
    private let state: String
    private let secrets = RelaySecrets(SymmetricKey(size: .bits256))

    init() throws {
        directory = try TemporaryDirectory()
        state = directory.file("state")
    }

    private func tag(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

    private func isRevoked(_ number: UInt8, _ store: RevocationStore) -> Bool {
        store.isRevoked(tag: tag(number), device: [1], issued: 1, secrets: secrets)
    }

    private func bytes() throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: "\(state)/revocations"))) }

    /// The directory belongs to one relay, and is free again when that one ends or cannot start.
    @Test func oneAtATime() throws {
        do {
            let store = try RevocationStore(directory: state, hour: 1)
            for _ in 0..<2 {
                #expect(throws: RelayError("\(state) is in use by another relay")) {
                    try RevocationStore(directory: state, hour: 1)
                }
            }
            try store.revoke(tag: tag(1), until: 100, secrets: secrets)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(state)/revocations")
        #expect(throws: RelayError.self) { try RevocationStore(directory: state, hour: 1) }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(state)/revocations")
        let next = try RevocationStore(directory: state, hour: 1)
        #expect(isRevoked(1, next))
    }

    @Test(arguments: [0o750, 0o701, 0o777])
    func openDirectoriesAreRefused(mode: Int) throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: state)
        #expect(throws: RelayError("\(state) may be entered by others: its mode must be 0700")) {
            try RevocationStore(directory: state, hour: 1)
        }
    }

    /// A disk that is full in the middle of a record leaves no half of it: what follows is read again.
    @Test func halfRecordsAreTakenBack() throws {
        let isFull = Locked(false)
        do {
            let store = try RevocationStore(directory: state, hour: 1) { bytes, descriptor in
                guard isFull.withLock({ $0 }) else { return PrivateFile.append(bytes, to: descriptor) }
                _ = PrivateFile.append(Array(bytes.prefix(20)), to: descriptor)
                return false
            }
            try store.revoke(tag: tag(1), until: 100, secrets: secrets)
            isFull.withLock { $0 = true }
            #expect(throws: RelayError.self) { try store.revoke(tag: tag(2), until: 100, secrets: secrets) }
            #expect(try bytes().count == RevocationStore.recordByteCount && !isRevoked(2, store))
            isFull.withLock { $0 = false }
            for number in UInt8(2)...3 { try store.revoke(tag: tag(number), until: 100, secrets: secrets) }
        }
        let next = try RevocationStore(directory: state, hour: 1)
        #expect((UInt8(1)...3).allSatisfy { isRevoked($0, next) } && next.count == 3)
    }

    /// What is broken anywhere in the file costs no record but its own, and is told.
    @Test(arguments: [0, 1, 43, 44, 45, 130])
    func brokenBytesArePassedOver(place: Int) throws {
        do {
            let store = try RevocationStore(directory: state, hour: 1)
            for number in UInt8(1)...3 { try store.revoke(tag: tag(number), until: 100, secrets: secrets) }
        }
        var broken = try bytes()
        broken.insert(contentsOf: [9, 9, 9], at: place)
        try Data(broken).write(to: URL(fileURLWithPath: "\(state)/revocations"))
        let lines = Locked<[String]>([])
        let next = try RevocationStore(
            directory: state, hour: 1, log: Log { line in lines.withLock { $0.append(line) } })
        #expect(next.count == (place % RevocationStore.recordByteCount == 0 ? 3 : 2))
        #expect(lines.withLock { $0.filter { $0.contains("passed over") }.count } == 1)
    }

    @Test func whatHasEndedIsThrownOutDaily() throws {
        let store = try RevocationStore(directory: state, hour: 10)
        try store.revoke(tag: tag(1), until: 20, secrets: secrets)
        try store.revoke(tag: tag(2), until: 100, secrets: secrets)
        try store.compact(hour: 33)
        #expect(store.count == 2)
        try store.compact(hour: 34)
        #expect(try store.count == 1 && bytes().count == RevocationStore.recordByteCount)
        // The file that is there now is the one that is added to.
        try store.revoke(tag: tag(3), until: 100, secrets: secrets)
        #expect(try isRevoked(2, store) && isRevoked(3, store) && bytes().count == 2 * RevocationStore.recordByteCount)
    }
}
