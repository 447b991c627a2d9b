// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxSystem

@testable import WaxRelay

@Suite struct RelayKeyDirectoryTests {
    private let directory: TemporaryDirectory
    private let keys: RelayKeyDirectory
    private let commands: RelayKeyCommands

    init() throws {
        directory = try TemporaryDirectory()
        keys = RelayKeyDirectory(directory.file("keys"))
        commands = RelayKeyCommands(keys)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: keys.path).filter { $0.hasSuffix(".key") }.sorted()
    }

    private func keeper(hour: UInt32) throws -> RelayKeeper {
        try RelayKeeper(keys, relay: "push.example", hour: hour, log: .silent)
    }

    @Test func initMakesEverythingOnce() throws {
        let pem = try commands.initialize(relay: "Push.example", hour: 1000)
        let root = try P256.Signing.PublicKey(pemRepresentation: pem)
        let keeper = try keeper(hour: 1000)
        let answer = try #require(keeper.current.signedList)
        let list = try RelayKeyList(parsing: answer, signedBy: root, relay: "push.example", hour: 1000)
        #expect(list.entries.count == 1 && list.sealingKey(hour: 1000) != nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: keys.path) {
            let mode =
                try FileManager.default.attributesOfItem(atPath: "\(keys.path)/\(name)")[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
        #expect(throws: RelayError.self) { try commands.initialize(relay: "push.example", hour: 1000) }
        #expect(throws: RelayError.self) { try RelayKeeper(keys, relay: "other.example", hour: 1000, log: .silent) }
    }

    /// Nothing starts with files that others may read.
    @Test(arguments: ["keys.json", "secret.key", "root.key", "private"])
    func openFilesAreRefused(name: String) throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let plan = try commands.list()
        let kid = try #require(plan.entries.first).key.keyID
        let file = "\(keys.path)/\(name == "private" ? "\(kid).key" : name)"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        #expect(throws: RelayError.self) {
            _ = try keeper(hour: 1000)
            _ = try commands.rotate(hour: 1000)
        }
    }

    /// A running relay takes over what a command changes; what was sealed before still opens.
    @Test func rotationWhileRunning() throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let keeper = try keeper(hour: 1000)
        let opener = TokenOpener(keeper)
        let content = SealedTokenContent(
            address: nil, app: "", policy: [], issued: 1000, expires: 1100, reference: [UInt8](repeating: 0, count: 16),
            revocationTag: [UInt8](repeating: 0, count: 16), wakeKey: [UInt8](repeating: 0, count: 16),
            ticket: [UInt8](repeating: 0, count: 16), ticketExpires: 0)
        let first = try #require(keeper.current.plan.active(hour: 1000)).key
        let old = try SealedToken.seal(content, to: first)
        #expect(try commands.rotate(hour: 1001).isSigned)
        try keeper.refresh(hour: 1001)
        let active = try #require(keeper.current.plan.active(hour: 1001)).key
        #expect(active.keyID != old.keyID)
        let new = try SealedToken.seal(content, to: active)
        #expect(opener.opens([old], hour: 1001) == 1 && opener.opens([new], hour: 1001) == 1)
        #expect(try commands.revoke(old.keyID, hour: 1001).isSigned)
        try keeper.refresh(hour: 1001)
        #expect(opener.opens([old], hour: 1001) == 0 && opener.opens([new], hour: 1001) == 1)
        #expect(try files() == ["\(active.keyID).key", "root.key", "secret.key"].sorted())
    }

    /// After its time the private half is gone from the disk, and the list is signed anew before it ends.
    @Test func keysAreDestroyedInTime() throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let keeper = try keeper(hour: 1000)
        let first = try #require(keeper.current.plan.entries.first)
        let rootKey = try keys.rootKey(keys.rootKeyFile)
        let root = try #require(rootKey).publicKey
        var last: RelayKeyList?
        for hour in stride(from: UInt32(1000), through: first.openUntil, by: 6) {
            try keeper.refresh(hour: hour)
            let answer = try #require(keeper.current.signedList)
            last = try RelayKeyList(
                parsing: answer, signedBy: root, relay: "push.example", after: last, hour: hour + 100)
            let isThere = try files().contains("\(first.key.keyID).key")
            #expect(isThere == (hour < first.openUntil))
        }
        #expect(try #require(last).serial > 3)
    }

    /// Where the root key is kept elsewhere, the list waits for it.
    @Test func signingElsewhere() throws {
        let rootFile = directory.file("elsewhere.key")
        _ = try RelayKeyCommands(keys, rootKeyFile: rootFile).initialize(relay: "push.example", hour: 1000)
        let lines = Locked<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        let keeper = try RelayKeeper(keys, relay: "push.example", hour: 1000, log: log)
        let first = keeper.current.signedList
        #expect(try !commands.rotate(hour: 1001).isSigned)
        for hour in [UInt32(1001), 1001, 1002, 1002] { try keeper.refresh(hour: hour) }
        let complaints = lines.withLock { $0.filter { $0.contains(" error ") } }
        #expect(complaints.count == 2)
        #expect(complaints.allSatisfy { $0.contains("keys sign --keys \(keys.path) --root-key FILE") })
        #expect(keeper.current.signedList == first)
        let error = #expect(throws: RelayError.self) { try commands.sign(hour: 1001) }
        #expect(error?.description.contains("with --root-key") == true)
        try RelayKeyCommands(keys, rootKeyFile: rootFile).sign(hour: 1001)
        try keeper.refresh(hour: 1001)
        let answer = try #require(keeper.current.signedList)
        let rootKey = try keys.rootKey(rootFile)
        let root = try #require(rootKey).publicKey
        let list = try RelayKeyList(parsing: answer, signedBy: root, relay: "push.example", hour: 1001)
        #expect(list.serial == keeper.current.plan.serial)
    }

    /// Commands say which key is active after them, and a running relay says what it has taken over, once.
    @Test func changesAreSaid() throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let first = try #require(commands.list().active(hour: 1000)).key.keyID
        let lines = Locked<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        let keeper = try RelayKeeper(keys, relay: "push.example", hour: 1000, log: log)
        #expect(lines.withLock { $0 } == [])
        let rotated = try commands.rotate(hour: 1001)
        let second = try #require(rotated.active)
        #expect(second != first && rotated.isActiveNew)
        for _ in 0..<2 { try keeper.refresh(hour: 1001) }
        let line = try #require(lines.withLock { $0 }.last)
        #expect(lines.withLock { $0.count } == 1)
        #expect(line.hasSuffix(" info the keys have changed, list 2: \(first) retiring, \(second) active\n"))
        let old = try commands.revoke(first, hour: 1002)
        #expect(old == RelayKeyChange(active: second, isActiveNew: false, isSigned: true))
        let new = try commands.revoke(second, hour: 1003)
        let third = try #require(commands.list().active(hour: 1003)).key.keyID
        #expect(new == RelayKeyChange(active: third, isActiveNew: true, isSigned: true) && third != second)
    }

    /// A key that is destroyed is in no opener's memory either, though nobody opens anything after that.
    @Test func idleOpenersDropTheirKeys() throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let keeper = try keeper(hour: 1000)
        let openers = (0..<3).map { _ in TokenOpener(keeper) }
        let key = try #require(keeper.current.plan.active(hour: 1000)).key
        let content = SealedTokenContent(
            address: nil, app: "", policy: [], issued: 1000, expires: 1100, reference: [UInt8](repeating: 0, count: 16),
            revocationTag: [UInt8](repeating: 0, count: 16), wakeKey: [UInt8](repeating: 0, count: 16),
            ticket: [UInt8](repeating: 0, count: 16), ticketExpires: 0)
        let token = try SealedToken.seal(content, to: key)
        for opener in openers { #expect(opener.opens([token], hour: 1000) == 1 && opener.heldKeys == [key.keyID]) }
        weak let set = keeper.current
        _ = try commands.revoke(key.keyID, hour: 1000)
        try keeper.refresh(hour: 1000)
        #expect(openers.allSatisfy { $0.heldKeys.isEmpty } && set == nil)
        #expect(openers[0].opens([token], hour: 1000) == 0)
    }

    /// Whatever else is wrong with the directory, a key that was revoked opens nothing more, and the rest goes on.
    @Test(arguments: ["root.key", "list.json", "private"])
    func aRevokedKeyIsGoneWhateverElseIsWrong(name: String) throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let first = try #require(commands.list().active(hour: 1000)).key
        _ = try commands.rotate(hour: 1000)
        let second = try #require(commands.list().active(hour: 1000)).key
        let keeper = try keeper(hour: 1000)
        let opener = TokenOpener(keeper)
        let zeros = [UInt8](repeating: 0, count: 16)
        let content = SealedTokenContent(
            address: nil, app: "", policy: [], issued: 1000, expires: 1100, reference: zeros, revocationTag: zeros,
            wakeKey: zeros, ticket: zeros, ticketExpires: 0)
        let tokens = try [first, second].map { try SealedToken.seal(content, to: $0) }
        #expect(opener.opens(tokens, hour: 1000) == 2)
        let file = "\(keys.path)/\(name == "private" ? "\(second.keyID).key" : name)"
        // The command writes a list of its own; whoever breaks it does so after that.
        let breaksBefore = name != "list.json"
        func setMode(_ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
        if breaksBefore { try setMode(0o644) }
        _ = try? commands.revoke(first.keyID, hour: 1000)
        if !breaksBefore { try setMode(0o644) }
        for _ in 0..<2 { _ = try? keeper.refresh(hour: 1000) }
        #expect(!opener.heldKeys.contains(first.keyID) && keeper.current.privateKey(first.keyID) == nil)
        #expect(tokens.map { opener.opens([$0], hour: 1000) } == [0, 1])
        // With it mended, the list is signed without anybody's doing.
        try setMode(0o600)
        try keeper.refresh(hour: 1000)
        let list = try #require(keeper.current.list)
        #expect(list.entries.map(\.key) == [second] && list.serial == keeper.current.plan.serial)
    }

    /// The directory is all there is: elsewhere it is the same relay, with the same tickets and for the same tokens.
    @Test func movedElsewhere() throws {
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        let old = try keeper(hour: 1000)
        let place = directory.file("new-host")
        try FileManager.default.copyItem(atPath: keys.path, toPath: place)
        try FileManager.default.removeItem(atPath: keys.path)
        let new = try RelayKeeper(RelayKeyDirectory(place), relay: "push.example", hour: 1001, log: .silent)
        #expect(new.current.plan == old.current.plan && new.current.signedList == old.current.signedList)
        #expect(new.secrets.ticket(of: [1, 2]) == old.secrets.ticket(of: [1, 2]))
        #expect(new.secrets.revocation(of: [3]) == old.secrets.revocation(of: [3]))
        let key = try #require(old.current.plan.entries.first).key.keyID
        #expect(new.current.privateKey(key)?.rawRepresentation == old.current.privateKey(key)?.rawRepresentation)
    }
}
