// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxHTTP
import WaxSystem

@testable import WaxRelay

@Suite struct WakeLimitTests {
    /// One token with ever new nonces: six at once, then one in twenty seconds.
    @Test func byCipherOverManyNonces() async throws {
        var limits = TestRelay.wide
        limits.silentSeconds = 1
        let relay = try TestRelay(limits: limits)
        let token = try relay.token()
        for _ in 0..<20 { _ = try await relay.wake([token]) }
        relay.settle()
        #expect(relay.metrics.value(.limitedCipher) == 14)
        relay.pass(.seconds(20))
        for _ in 0..<5 { _ = try await relay.wake([token]) }
        relay.settle()
        #expect(relay.metrics.value(.limitedCipher) == 18)
    }

    @Test func byCipherOverADay() async throws {
        var limits = TestRelay.wide
        limits.cipherPerDay = 3
        let relay = try TestRelay(limits: limits)
        let token = try relay.token()
        for _ in 0..<5 { _ = try await relay.wake([token]) }
        relay.settle()
        #expect(relay.metrics.value(.limitedDay) == 2)
    }

    /// What does not open never counts against the token's day.
    @Test func garbageCannotUseUpATokensDay() async throws {
        var limits = TestRelay.wide
        limits.cipherPerDay = 2
        limits.cipherBurst = 100
        let relay = try TestRelay(limits: limits)
        let token = try relay.token()
        var bytes = token.bytes
        bytes[1370] ^= 1
        let garbage = try SealedToken(bytes: bytes)
        for _ in 0..<50 { _ = try await relay.wake([garbage]) }
        _ = try await relay.wake([token])
        relay.settle()
        #expect(relay.metrics.value(.notOpened) == 50 && relay.sender.sent.count == 1)
    }

    /// Twenty tokens of one device: one push at once, and one with what was gathered, which names the last eight and says
    /// that there are more.
    @Test func byDeviceOverManyCiphers() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...20 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        relay.settle()
        #expect(relay.messages(device).map(\.references) == [[TestDevice.reference(1)]])
        relay.pass(.seconds(1190))
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(20))
        let messages = relay.messages(device)
        try #require(messages.count == 2)
        #expect(messages[1].references == (UInt8(13)...20).map(TestDevice.reference))
        #expect(messages[1].flags == .syncAll)
        relay.pass(.seconds(10_000))
        #expect(relay.sender.sent.count == 2)
    }

    /// However many wakes are gathered for a device, it is looked at once.
    @Test func gatheredWakesAreOneThingToDo() async throws {
        var limits = TestRelay.wide
        limits.cipherBurst = 10_000
        let relay = try TestRelay(limits: limits)
        let tokens = try (UInt8(1)...4).map { try relay.token(relay.device(), for: $0) }
        for _ in 0..<100 { _ = try await relay.wake(tokens) }
        relay.settle()
        #expect(relay.metrics.value(.gathered) == 399)
        // The first contact has used up its own share as well, for longer; the second comes up earlier.
        #expect(relay.engine.state.withLock { $0.laterCount } <= 2)
        relay.pass(.seconds(1300))
        #expect(relay.sender.sent.count == 2)
    }

    /// Every limit at its highest: nothing overflows.
    @Test func theHighestLimits() async throws {
        let names = [
            "connection_per_minute", "connection_burst", "cipher_seconds", "cipher_burst", "cipher_per_day",
            "opens_per_second", "silent_seconds", "alert_seconds", "alert_burst", "alert_per_hour",
            "device_per_minute", "device_per_hour", "enrolments_per_hour", "enrolments_per_host_per_hour", "queue",
            "waiting", "remembered",
        ]
        let members = names.map { "\"\($0)\":1000000000" }.joined(separator: ",")
        let limits = try RelayConfiguration(Array("{\"limits\":{\(members)}}".utf8)).limits
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        for kind in ["alert", "silent"] {
            for contact in UInt8(1)...3 { _ = try await relay.wake([relay.token(device, for: contact)], kind) }
        }
        relay.settle()
        #expect(relay.sender.sent.count == 4)
        relay.pass(.seconds(3600))
    }

    /// Wakes at random times over hours: every contact is named after its wake, or all are to be looked at.
    @Test func gatheredWakesAreNeverLost() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        var open: Set<UInt8> = []
        var seen = 0
        var generator = SystemRandomNumberGenerator()
        func look() {
            let messages = relay.messages(device)
            for message in messages[seen...] {
                if message.flags.contains(.syncAll) { open = [] }
                for reference in message.references { open.remove(reference[0]) }
            }
            seen = messages.count
        }
        for _ in 0..<200 {
            let contact = UInt8.random(in: 1...12, using: &generator)
            let kind = Bool.random(using: &generator) ? "alert" : "silent"
            _ = try await relay.wake([relay.token(device, for: contact)], kind)
            relay.settle()
            open.insert(contact)
            look()
            relay.pass(.seconds(Int.random(in: 1...200, using: &generator)))
            look()
        }
        relay.pass(.seconds(3 * 3600))
        look()
        #expect(open.isEmpty)
        #expect(relay.metrics.value(.gathered) > 50)
    }

    /// A visible wake takes along what was gathered silently, and nothing comes twice.
    @Test func visibleWakesTakeTheSilentOnesAlong() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...3 { _ = try await relay.wake([relay.token(device, for: contact)]) }
        _ = try await relay.wake([relay.token(device, for: 4)], "alert")
        relay.settle()
        let messages = relay.messages(device)
        #expect(messages.map { $0.references.map(\.[0]) } == [[1], [2, 3, 4]])
        #expect(relay.sender.sent.map(\.isVisible) == [false, true])
        relay.pass(.seconds(7200))
        #expect(relay.sender.sent.count == 2)
    }

    @Test func visibleWakesNeedTheOwnersLeave() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        _ = try await relay.wake([relay.token { $0.policy = [] }], "alert")
        relay.settle()
        #expect(relay.sender.sent.map(\.isVisible) == [false])
    }

    /// Five at once, then one in thirty seconds, sixty in an hour.
    @Test func visibleWakesOfADevice() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for contact in UInt8(1)...5 { _ = try await relay.wake([relay.token(device, for: contact)], "alert") }
        relay.settle()
        #expect(relay.sender.sent.count == 5)
        _ = try await relay.wake([relay.token(device, for: 6)], "alert")
        relay.settle()
        #expect(relay.sender.sent.count == 5)
        relay.pass(.seconds(31))
        #expect(relay.sender.sent.count == 6)
        for contact in 0..<UInt8(240) {
            _ = try await relay.wake([relay.token(device, for: 7 + contact % 40)], "alert")
            relay.pass(.seconds(30))
        }
        #expect(relay.sender.sent.count <= 6 + 2 * 60 + 60)
    }

    /// A contact that wakes without end uses a third of what the device may be sent; another still gets through at once.
    @Test func oneContactCannotStarveTheOthers() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        for round in 0..<240 {
            _ = try await relay.wake([relay.token(device, for: 1)], "alert")
            relay.pass(.seconds(15))
            if round % 60 == 59 {
                let before = relay.messages(device).count
                _ = try await relay.wake([relay.token(device, for: 2)], "alert")
                relay.settle()
                let fresh = relay.messages(device)[before...]
                #expect(fresh.contains { $0.references.contains(TestDevice.reference(2)) })
            }
        }
        #expect(relay.sender.sent.count < 60)
    }

    /// Contacts without references are told apart by their tokens.
    @Test func oneContactWithoutReferenceCannotStarveTheOthers() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        func token(_ contact: UInt8) throws -> SealedToken {
            try relay.token(device, for: 0) { $0.revocationTag = [UInt8](repeating: contact, count: 16) }
        }
        let spammer = try token(1)
        for _ in 0..<6 { _ = try await relay.wake([spammer], "alert") }
        relay.settle()
        #expect(relay.sender.sent.count == 1)
        for contact in UInt8(2)...5 {
            _ = try await relay.wake([token(contact)], "alert")
            relay.settle()
            #expect(relay.sender.sent.count == Int(contact))
        }
    }

    /// Of the silent wakes, too, one contact has a third.
    @Test(arguments: [(UInt8(1), 3600), (2, 1201)])
    func silentWakesOfAContact(contact: UInt8, seconds: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        _ = try await relay.wake([relay.token(device, for: 1)])
        relay.pass(.seconds(1201))
        _ = try await relay.wake([relay.token(device, for: contact)])
        relay.settle()
        #expect(relay.sender.sent.count == (contact == 1 ? 1 : 2))
        relay.pass(.seconds(seconds - 1205))
        #expect(relay.sender.sent.count == (contact == 1 ? 1 : 2))
        relay.pass(.seconds(10))
        #expect(relay.sender.sent.count == 2)
    }

    @Test func devicesDoNotShareALimit() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        for index in 0..<50 { _ = try await relay.wake([relay.token(relay.device("\(index)"))]) }
        relay.settle()
        #expect(relay.sender.sent.count == 50)
    }

    @Test func limitsOutliveTheChangeOfTheirKeys() async throws {
        var limits = TestRelay.wide
        limits.silentSeconds = 40 * 3600
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        _ = try await relay.wake([relay.token(device, for: 1)])
        relay.pass(.seconds(25 * 3600))
        _ = try await relay.wake([relay.token(device, for: 2)])
        relay.settle()
        #expect(relay.sender.sent.count == 1)
        relay.pass(.seconds(16 * 3600))
        #expect(relay.messages(device).last?.references == [TestDevice.reference(2)])
    }

    /// Ten minutes are ten minutes when the key of the limits changes in between.
    @Test func repeatsAreKnownUnderTheNextKey() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let (token, nonce) = (try relay.token(), [UInt8](repeating: 5, count: 16))
        relay.pass(.seconds(24 * 3600 - 60))
        for seconds in [120, 400, 600] {
            _ = try await relay.wake([token], nonce: nonce)
            relay.settle()
            relay.pass(.seconds(seconds))
        }
        #expect(relay.metrics.value(.repeated) == 2 && relay.sender.sent.count == 1)
        _ = try await relay.wake([token], nonce: nonce)
        relay.settle()
        #expect(relay.metrics.value(.repeated) == 2)
    }

    /// A call that was held to a token's rate may be made again; so may one whose token did not open, which is not noted.
    @Test func onlyWhatWasDoneIsARepeat() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let (token, nonce) = (try relay.token(), [UInt8](repeating: 5, count: 16))
        for _ in 0..<6 { _ = try await relay.wake([token]) }
        for _ in 0..<2 {
            _ = try await relay.wake([token], nonce: nonce)
            relay.settle()
            relay.pass(.seconds(21))
        }
        #expect(relay.metrics.value(.limitedCipher) == 1 && relay.metrics.value(.repeated) == 0)
        var limits = TestRelay.wide
        limits.cipherPerDay = 1
        let strict = try TestRelay(limits: limits)
        let other = try strict.token()
        for last in [UInt8(1), 2, 2] {
            _ = try await strict.wake([other], nonce: [UInt8](repeating: last, count: 16))
            strict.settle()
        }
        #expect(strict.metrics.value(.limitedDay) == 2 && strict.metrics.value(.repeated) == 0)
    }

    @Test func aRepeatedCallIsDoneOnce() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let (token, nonce) = (try relay.token(), [UInt8](repeating: 5, count: 16))
        for _ in 0..<4 { #expect(try await relay.wake([token], nonce: nonce) == RelayAnswer.accepted) }
        relay.settle()
        #expect(relay.metrics.value(.repeated) == 3 && relay.sender.sent.count == 1)
        // One that came to nothing may be repeated.
        let other = try relay.token(relay.device("other"))
        relay.sender.answer(.rejected(reason: ""))
        _ = try await relay.wake([other], nonce: nonce)
        relay.settle()
        relay.pass(.seconds(1200))
        _ = try await relay.wake([other], nonce: nonce)
        relay.settle()
        #expect(relay.metrics.value(.repeated) == 3)
    }
}
