// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxStore
import WaxSystem

@Suite struct KeyLedgerTests {
    private func protect(_ cipher: RestCipher, _ count: Int = 1) throws {
        for _ in 0..<count { _ = try cipher.protect([1], table: "t", column: "c", row: "r") }
    }

    @Test func valuesAreCountedInBlocksAndTheRestIsGivenBack() throws {
        let keys = try TestKeys()
        let masterKey = try TestKeys.masterKey([1: 1])
        let ledger = try KeyLedger(keys.database, masterKey, block: 100)
        let cipher = RestCipher(masterKey, ledger: ledger)
        #expect(try keys.used(1) == 100)
        try protect(cipher, 254)
        try keys.database.writeAndWait { _ in }
        #expect(try keys.used(1) == 400)
        ledger.close()
        try keys.database.writeAndWait { _ in }
        #expect(try keys.used(1) == 254)
        try protect(cipher)
        #expect(try keys.used(1) == 354)
    }

    @Test func theLimitIsKeptAndANewKeyGoesOn() throws {
        let keys = try TestKeys()
        let first = try TestKeys.masterKey([1: 1])
        let cipher = RestCipher(first, ledger: try KeyLedger(keys.database, first, block: 10, limit: 35))
        try protect(cipher, 30)
        for _ in 0..<3 {
            let error = #expect(throws: RestError.self) { try protect(cipher) }
            #expect(error?.code == .exhausted)
        }
        #expect(try keys.used(1) == 30)
        let both = try TestKeys.masterKey([1: 1, 2: 2])
        let next = RestCipher(both, ledger: try KeyLedger(keys.database, both, block: 10, limit: 35))
        try protect(next)
        #expect(try keys.used(2) == 10)
        let value = try next.protect([1], table: "t", column: "c", row: "r")
        #expect(value[4] == 2)
    }

    @Test func manyThreadsCountEveryValue() async throws {
        let keys = try TestKeys()
        let masterKey = try TestKeys.masterKey([1: 1])
        let ledger = try KeyLedger(keys.database, masterKey, block: 16)
        let cipher = RestCipher(masterKey, ledger: ledger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<250 { _ = try cipher.protect([1], table: "t", column: "c", row: "r") }
                }
            }
            try await group.waitForAll()
        }
        try await keys.database.write { _ in }
        ledger.close()
        try await keys.database.write { _ in }
        #expect(try keys.used(1) == 2000)
    }

    @Test func aWriteThatOutrunsTheCountFailsInsteadOfWaitingForItself() throws {
        let keys = try TestKeys()
        let masterKey = try TestKeys.masterKey([1: 1])
        let cipher = RestCipher(masterKey, ledger: try KeyLedger(keys.database, masterKey, block: 10))
        let error = #expect(throws: RestError.self) {
            try keys.database.writeAndWait { _ in try protect(cipher, 11) }
        }
        #expect(error?.code == .counter)
        try protect(cipher)
    }

    @Test func whatIsQueuedWhenTheStoreIsClosedIsStillProtected() throws {
        let keys = try TestKeys()
        let masterKey = try TestKeys.masterKey([1: 1])
        let ledger = try KeyLedger(keys.database, masterKey, block: 100)
        let cipher = RestCipher(masterKey, ledger: ledger)
        let (gate, results) = (WakeFlag(), Locked<[Bool]>([]))
        keys.database.enqueue({ _ in gate.wait(for: .seconds(60)) }) { (_: Result<Void, any Error>) in }
        for _ in 0..<3 {
            keys.database.enqueue({ _ in try protect(cipher, 2) }) { result in
                results.withLock { $0.append((try? result.get()) != nil) }
            }
        }
        ledger.close()
        gate.signal()
        keys.database.close()
        #expect(results.withLock { $0 } == [true, true, true])
        let reopened = try TestKeys.open(keys.directory.file("wax.db"))
        let used = try reopened.read {
            try $0.first("SELECT used FROM master_keys WHERE id = 1") { try $0.integer(0) }
        }
        #expect(used == 6)
    }

    @Test func aClosedDatabaseCountsNothing() throws {
        let keys = try TestKeys()
        let masterKey = try TestKeys.masterKey([1: 1])
        let cipher = RestCipher(masterKey, ledger: try KeyLedger(keys.database, masterKey, block: 4))
        keys.database.close()
        try protect(cipher, 4)
        let error = #expect(throws: RestError.self) { try protect(cipher) }
        #expect(error?.code == .counter)
    }

    @Test(arguments: [
        ([1: 9, 2: 2] as [UInt32: UInt8], "master key 1 is another one than the database was written with"),
        ([1: 1], "the database was written with a master key 2, which the master key file does not hold"),
        ([2: 2, 3: 3], "the database was written with a master key 1, which the master key file does not hold"),
    ])
    func anotherMasterKeyIsRefused(fills: [UInt32: UInt8], message: String) throws {
        let keys = try TestKeys()
        _ = try KeyLedger(keys.database, TestKeys.masterKey([1: 1, 2: 2]))
        #expect(throws: RestError(.wrongKey, message)) {
            try KeyLedger(keys.database, TestKeys.masterKey(fills))
        }
    }

    @Test func aNewKeyNeedsAHigherNumber() throws {
        let keys = try TestKeys()
        _ = try KeyLedger(keys.database, TestKeys.masterKey([3: 3]))
        #expect(throws: RestError(.wrongKey, "a new master key needs a number above 3, not 2")) {
            try KeyLedger(keys.database, TestKeys.masterKey([2: 2, 3: 3]))
        }
        let ledger = try KeyLedger(keys.database, TestKeys.masterKey([3: 3, 4: 4]))
        let used = try withExtendedLifetime(ledger) { try keys.used(4) }
        #expect(used == 65_536)
    }
}
