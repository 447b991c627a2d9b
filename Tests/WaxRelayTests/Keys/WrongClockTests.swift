// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxEnvelope
import WaxSystem

@testable import WaxRelay

/// A clock that runs ahead destroys nothing.
@Suite struct WrongClockTests {
    private let directory: TemporaryDirectory
    private let keys: RelayKeyDirectory
    private let commands: RelayKeyCommands
    private let lines = Locked<[String]>([])
    private static let start: UInt32 = 10_000
    /// 46 days end all revocations, 130 days the keys too.
    private static let jumps: [UInt32] = [73, 46 * 24, 130 * 24, 10 * 365 * 24]

    init() throws {
        directory = try TemporaryDirectory()
        keys = RelayKeyDirectory(directory.file("keys"))
        commands = RelayKeyCommands(keys)
        _ = try commands.initialize(relay: "push.example", hour: Self.start)
    }

    private func keeper(hour: UInt32) throws -> RelayKeeper {
        try RelayKeeper(keys, relay: "push.example", hour: hour, log: .silent)
    }

    private func files() throws -> [String: [UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: keys.path).reduce(into: [:]) {
            $0[$1] = WholeFile.bytes("\(keys.path)/\($1)")
        }
    }

    @Test(arguments: jumps)
    func aRelayDoesNotStart(jump: UInt32) throws {
        let before = try files()
        let error = #expect(throws: RelayError.self) { try keeper(hour: Self.start + jump) }
        #expect(error?.description.contains("\(jump) hours past") == true)
        #expect(error?.description.contains("waxwing relay keys accept-clock --keys \(keys.path)") == true)
        for command in [
            { _ = try commands.rotate(hour: Self.start + jump) }, { try commands.sign(hour: Self.start + jump) },
            { _ = try commands.revoke(try #require(commands.list().entries.first).key.keyID, hour: Self.start + jump) },
        ] {
            #expect(throws: RelayError.self) { try command() }
        }
        #expect(try files().filter { $0.key != ".lock" } == before.filter { $0.key != ".lock" })
        // With the clock put right it goes on as if nothing had been.
        #expect(try keeper(hour: Self.start + 1).current.plan == commands.list())
    }

    /// A clock that is behind would give keys times that are past: nothing is changed until somebody has looked.
    @Test(arguments: [7, 100, 9000] as [UInt32])
    func aClockThatIsBehindChangesNoKey(lag: UInt32) throws {
        let before = try files()
        let key = try #require(commands.list().entries.first).key.keyID
        for command in [
            { _ = try commands.rotate(hour: Self.start - lag) }, { try commands.sign(hour: Self.start - lag) },
            { _ = try commands.revoke(key, hour: Self.start - lag) },
        ] {
            let error = #expect(throws: RelayError.self) { try command() }
            #expect(error?.description.contains("\(lag) hours behind") == true)
            #expect(error?.description.contains("waxwing relay keys accept-clock") == true)
        }
        #expect(try files() == before)
        try commands.acceptClock(hour: Self.start - lag)
        #expect(try commands.rotate(hour: Self.start - lag).isSigned)
    }

    /// By a few hours it may be, and no token ends earlier by that.
    @Test(arguments: [0, 1, 6] as [UInt32])
    func aClockThatIsALittleBehind(lag: UInt32) throws {
        let first = try #require(commands.list().entries.first)
        #expect(try commands.rotate(hour: Self.start - lag).isSigned)
        let entry = try #require(commands.list().entries.first)
        #expect(try entry.key == first.key && commands.list().entries.count == 2)
        #expect(entry.openUntil == Self.start + RelayKeyPlan.openHours)
    }

    /// Off for two months, and the clock is right: the operator says so, and what has ended is gone.
    @Test func anOperatorSaysThatTheClockIsRight() throws {
        let hour = Self.start + 60 * 24
        #expect(throws: RelayError.self) { try keeper(hour: hour) }
        try commands.acceptClock(hour: hour)
        let relay = try keeper(hour: hour)
        #expect(relay.current.plan.active(hour: hour) != nil && relay.trusts(hour: hour))
        #expect(throws: RelayError.self) { try keeper(hour: hour + 73) }
    }

    /// A running relay notes the hour as it goes, and may be off for three days less the time since.
    @Test func theHourIsNoted() throws {
        do {
            let keeper = try keeper(hour: Self.start)
            for hour in Self.start..<Self.start + 200 { try keeper.refresh(hour: hour) }
        }
        let seen = try commands.list().seen
        #expect(seen <= Self.start + 199 && seen > Self.start + 193)
        #expect(throws: RelayError.self) { try keeper(hour: seen + 73) }
        _ = try keeper(hour: seen + 72)
        // A clock that is behind destroys nothing either, and takes nothing back.
        _ = try keeper(hour: Self.start)
        #expect(try commands.list().seen == seen + 72)
    }

    /// The clock of a running relay jumps: keys and revocations stay, it is said once an hour, and it goes on when the
    /// operator has looked.
    @Test(arguments: jumps)
    func aRunningRelayDestroysNothing(jump: UInt32) throws {
        let keeper = try keeper(hour: Self.start)
        let revocations = try RevocationStore(directory: directory.file("state"))
        let revocation = RevocationStore.revocation(
            tag: [1], until: Self.start + RevocationStore.life, secrets: keeper.secrets)
        try revocations.add([revocation])
        let log = Log { line in lines.withLock { $0.append(line) } }
        var upkeep = RelayUpkeep.all(keeper: keeper, revocations: revocations, log: log)
        func run(_ hour: UInt32) { for index in upkeep.indices { upkeep[index].run(hour: hour) } }
        let before = try files()
        for hour in [Self.start + jump, Self.start + jump, Self.start + jump + 1] { run(hour) }
        #expect(try files() == before && revocations.count == 1)
        #expect(lines.withLock { $0.filter { $0.contains("accept-clock") }.count } == 2)
        run(Self.start + 1)
        #expect(revocations.count == 1 && lines.withLock { $0.count } == 2)
        try commands.acceptClock(hour: Self.start + jump)
        run(Self.start + jump)
        #expect(lines.withLock { $0.count } == 2 && keeper.trusts(hour: Self.start + jump))
        #expect(revocations.count == (jump < RevocationStore.life ? 1 : 0))
        #expect(keeper.current.plan.active(hour: Self.start + jump) != nil)
    }

    /// Ahead by no more than goes unnoticed, a clock brings no revoked token back: its record outlasts it by as much.
    @Test func recordsOutlastTokens() {
        #expect(RevocationStore.life >= 1080 + 2 + RelayKeyPlan.clockBound)
    }
}
