// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
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

    private func revoke(_ tag: [UInt8], until: UInt32, _ store: RevocationStore) throws {
        try store.add([RevocationStore.revocation(tag: tag, until: until, secrets: secrets)])
    }

    private func bytes() throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: "\(state)/revocations"))) }

    /// The directory belongs to one relay, and is free again when that one ends or cannot start.
    @Test func oneAtATime() throws {
        do {
            let store = try RevocationStore(directory: state)
            for _ in 0..<2 {
                #expect(throws: RelayError("\(state) is in use by another relay")) {
                    try RevocationStore(directory: state)
                }
            }
            try revoke(tag(1), until: 100, store)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(state)/revocations")
        #expect(throws: RelayError.self) { try RevocationStore(directory: state) }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(state)/revocations")
        let next = try RevocationStore(directory: state)
        #expect(isRevoked(1, next))
    }

    @Test(arguments: [0o750, 0o701, 0o777])
    func openDirectoriesAreRefused(mode: Int) throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: state)
        #expect(throws: RelayError("\(state) may be entered by others: its mode must be 0700")) {
            try RevocationStore(directory: state)
        }
    }

    /// A disk that is full in the middle of a record leaves no half of it: what follows is read again.
    @Test func halfRecordsAreTakenBack() throws {
        let isFull = Locked(false)
        do {
            let store = try RevocationStore(directory: state) { bytes, descriptor in
                guard isFull.withLock({ $0 }) else { return PrivateFile.append(bytes, to: descriptor) }
                _ = PrivateFile.append(Array(bytes.prefix(20)), to: descriptor)
                return false
            }
            try revoke(tag(1), until: 100, store)
            isFull.withLock { $0 = true }
            #expect(throws: RelayError.self) { try revoke(tag(2), until: 100, store) }
            #expect(try bytes().count == RevocationStore.recordByteCount && !isRevoked(2, store))
            isFull.withLock { $0 = false }
            for number in UInt8(2)...3 { try revoke(tag(number), until: 100, store) }
        }
        let next = try RevocationStore(directory: state)
        #expect((UInt8(1)...3).allSatisfy { isRevoked($0, next) } && next.count == 3)
    }

    /// What is broken anywhere in the file costs no record but its own, and is told.
    @Test(arguments: [0, 1, 43, 44, 45, 130])
    func brokenBytesArePassedOver(place: Int) throws {
        do {
            let store = try RevocationStore(directory: state)
            for number in UInt8(1)...3 { try revoke(tag(number), until: 100, store) }
        }
        var broken = try bytes()
        // Not what stands beside it: a record that begins so would be whole all the same.
        let filler = try #require(
            (UInt8(1)...3).first { $0 != broken[place] && (place == 0 || $0 != broken[place - 1]) })
        broken.insert(contentsOf: [filler, filler, filler], at: place)
        try Data(broken).write(to: URL(fileURLWithPath: "\(state)/revocations"))
        let lines = Locked<[String]>([])
        let next = try RevocationStore(
            directory: state, log: Log { line in lines.withLock { $0.append(line) } })
        #expect(next.count == (place % RevocationStore.recordByteCount == 0 ? 3 : 2))
        #expect(lines.withLock { $0.filter { $0.contains("passed over") }.count } == 1)
    }

    /// Once at the start, and then once a day; the file that is there then is the one that is added to.
    @Test func whatHasEndedIsThrownOutDaily() throws {
        do {
            let store = try RevocationStore(directory: state)
            try revoke(tag(1), until: 20, store)
            try revoke(tag(2), until: 100, store)
            try store.compact(hour: 10)
            try store.compact(hour: 33)
            #expect(store.count == 2)
            try store.compact(hour: 34)
            #expect(try store.count == 1 && bytes().count == RevocationStore.recordByteCount)
            try revoke(tag(3), until: 40, store)
            #expect(try isRevoked(2, store) && isRevoked(3, store) && bytes().count == 88)
        }
        // Nothing is thrown out by the start alone, whose clock nobody has looked at.
        let next = try RevocationStore(directory: state)
        #expect(next.count == 2)
        try next.compact(hour: 40)
        #expect(try next.count == 1 && bytes().count == RevocationStore.recordByteCount)
    }

    /// While the disk hangs, tokens are looked up as ever, and what was being written does not count yet.
    @Test(.timeLimit(.minutes(1))) func nobodyWaitsForTheDisk() throws {
        let disk = HangingDisk()
        let store = try RevocationStore(directory: state, append: disk.append)
        let writer = RevocationWriter(store, log: .silent)
        writer.start()
        let isDone = Locked<Bool?>(nil)
        writer.write(RevocationStore.revocation(tag: tag(1), until: 9, secrets: secrets)) { isWritten in
            isDone.withLock { $0 = isWritten }
            isDone.notify()
        }
        disk.waitForWrite()
        #expect(!isRevoked(1, store) && store.count == 0)
        disk.goOn()
        #expect(isDone.wait { $0 } && isRevoked(1, store))
        writer.stop()
    }

    /// While a revocation waits for the disk, the file waits to be gone through, and keys are looked after all the same.
    @Test(.timeLimit(.minutes(1))) func keysDoNotWaitForTheDisk() throws {
        let keys = RelayKeyDirectory(directory.file("keys"))
        let (commands, time) = (RelayKeyCommands(keys), ManualTime())
        let hour = UInt32(time.now().seconds / 3600)
        _ = try commands.initialize(relay: "push.example", hour: hour)
        let keeper = try RelayKeeper(keys, relay: "push.example", hour: hour, log: .silent)
        let isStopping = Locked(false)
        let disk = HangingDisk()
        let store = try RevocationStore(directory: state, append: disk.append)
        let writer = RevocationWriter(store, log: .silent)
        writer.start()
        writer.write(RevocationStore.revocation(tag: tag(1), until: hour + 9, secrets: secrets)) { _ in }
        disk.waitForWrite()
        for upkeep in RelayUpkeep.all(keeper: keeper, revocations: store, log: .silent) {
            upkeep.start(every: .milliseconds(1), time: time, until: isStopping)
        }
        for _ in 0..<3 {
            let key = try #require(keeper.current.plan.active(hour: hour)).key.keyID
            #expect(try commands.revoke(key, hour: hour).isSigned)
            while keeper.current.privateKey(key) != nil { sched_yield() }
        }
        #expect(store.count == 0)
        disk.goOn()
        writer.stop()
        #expect(store.count == 1)
        isStopping.withLock { $0 = true }
        isStopping.notify()
    }

    /// What comes while the disk is busy is written with one call, and what fails is told to all of it.
    @Test func manyAreWrittenTogether() throws {
        let (sizes, isFull) = (Locked<[Int]>([]), Locked(true))
        let lines = Locked(0)
        let store = try RevocationStore(directory: state) { bytes, descriptor in
            sizes.withLock { $0.append(bytes.count) }
            return !isFull.withLock { $0 } && PrivateFile.append(bytes, to: descriptor)
        }
        let writer = RevocationWriter(store, log: Log { _ in lines.withLock { $0 += 1 } })
        let results = Locked<[Bool]>([])
        func writeThree() {
            for number in UInt8(1)...3 {
                writer.write(RevocationStore.revocation(tag: tag(number), until: 9, secrets: secrets)) { isWritten in
                    results.withLock { $0.append(isWritten) }
                }
            }
        }
        writeThree()
        writer.flush()
        #expect(results.withLock { $0 } == [false, false, false] && store.count == 0 && lines.withLock { $0 } == 1)
        isFull.withLock { $0 = false }
        writeThree()
        writer.stop()
        #expect(results.withLock { $0.suffix(3) } == [true, true, true] && store.count == 3)
        #expect(sizes.withLock { $0 } == [132, 132])
        writer.flush()
        #expect(sizes.withLock { $0.count } == 2)
    }
}
