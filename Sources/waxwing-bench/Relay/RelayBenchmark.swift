// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxRelay
import WaxSystem

/// What a wake costs a relay, beside the key agreement that none can do without, and what a million tokens take.
struct RelayBenchmark {
    let tokenCount: Int
    let directory: String

    private static let sampleCount = 512
    private static let deviceCount = 100_000
    private static let batch = 32

    func run(seconds: Double) async throws -> String {
        let work = try WorkDirectory(in: directory)
        let world = try RelayWorld(directory: work.path)
        let opens = try opening(world, seconds: seconds)
        let single = try wakes(world, in: 1, seconds: seconds)
        let batched = try wakes(world, in: 16, seconds: seconds)
        let many = try await manyTokens(world)
        var table = ResultTable(nameWidth: 44, widths: [10, 13])
        table.add("one core, \(Processor.description), \(RawCurve.version)")
        table.add("", "µs", "per second")
        for (name, microseconds) in [
            ("key agreement alone (variable-base)", opens.raw), ("open a token", opens.single),
            ("open a token, eight at once", opens.batched),
            ("wake, one token a call, over HTTP", single), ("wake, sixteen tokens a call, over HTTP", batched),
        ] {
            table.add(name, decimal(microseconds, 1), decimal(1_000_000 / microseconds, 0))
        }
        let results = [
            "RESULT raw_ecdh_per_second=" + decimal(1_000_000 / opens.raw, 0),
            "RESULT opens_per_second=" + decimal(1_000_000 / opens.single, 0),
            "RESULT opens_ratio=" + decimal(opens.raw / opens.single, 3),
            "RESULT opens_batched_per_second=" + decimal(1_000_000 / opens.batched, 0),
            "RESULT opens_batched_ratio=" + decimal(opens.raw / opens.batched, 3),
            "RESULT wakes_per_second=" + decimal(1_000_000 / batched, 0),
            "RESULT wakes_ratio=" + decimal(opens.raw / batched, 3),
            "RESULT wakes_single_per_second=" + decimal(1_000_000 / single, 0),
            "RESULT wakes_single_ratio=" + decimal(opens.raw / single, 3),
        ]
        return (table.lines + [""] + many.text + [""] + results + many.results).joined(separator: "\n")
    }

    private func opening(_ world: RelayWorld, seconds: Double) throws -> Opening {
        let keeper = try RelayKeeper(
            RelayKeyDirectory("\(world.directory)/keys"), relay: RelayWorld.host, hour: world.hour, log: .silent)
        let opener = TokenOpener(keeper)
        let curve = try RawCurve()
        let tokens = try (0..<Self.sampleCount).map { try world.token(world.content(RelayWorld.address($0))) }
        func open(_ times: Int, by size: Int) throws {
            for start in stride(from: 0, to: times, by: size) {
                let count = min(size, times - start)
                let first = start % (tokens.count - size)
                guard opener.opens(Array(tokens[first..<first + count]), hour: world.hour) == count else {
                    throw BenchmarkFailure("a token does not open")
                }
            }
        }
        try open(tokens.count, by: 8)
        let medians = try InterleavedTiming.medians(
            of: [
                InterleavedTiming.Work { try curve.multiplyPoint(times: $0) },
                InterleavedTiming.Work { try open($0, by: 1) }, InterleavedTiming.Work { try open($0, by: 8) },
            ], seconds: seconds)
        return Opening(raw: medians[0], single: medians[1], batched: medians[2])
    }

    /// Microseconds for the bare agreement, and for a whole opening alone and among eight.
    private struct Opening {
        let raw: Double
        let single: Double
        let batched: Double
    }

    /// Microseconds of the relay's CPU time for a wake, from the socket to the push, which is then thrown away.
    private func wakes(_ world: RelayWorld, in batch: Int, seconds: Double) throws -> Double {
        let relay = try RelayProgram(world, threads: 1, isSink: true)
        let tokens = try (0..<Self.sampleCount).map {
            try world.token(world.content(RelayWorld.address($0), contact: UInt64($0)))
        }
        var calls = stride(from: 0, to: tokens.count, by: batch).map {
            RelayConnection.wake(Array(tokens[$0..<$0 + batch]))
        }
        let connection = try RelayConnection(port: relay.port)
        var nonce: UInt64 = 0
        func send(for seconds: Double) throws -> Int {
            let clock = ContinuousClock()
            let end = clock.now + .seconds(seconds)
            var count = 0
            while clock.now < end {
                for index in calls.indices {
                    nonce += 1
                    RelayConnection.setNonce(nonce, &calls[index].request, at: calls[index].nonce)
                    // A full queue is the relay's way to say that it is busy.
                    while try connection.call(calls[index].request).starts(with: "HTTP/1.1 503".utf8) { usleep(2000) }
                    count += batch
                }
            }
            return count
        }
        _ = try send(for: 1)
        try relay.settle()
        let before = try relay.program.usage().cpuSeconds
        let count = try send(for: seconds)
        try relay.settle()
        return (try relay.program.usage().cpuSeconds - before) * 1_000_000 / Double(count)
    }

    /// Sends ever new tokens to a relay, and looks at its memory, its disk and its log.
    private func manyTokens(_ world: RelayWorld) async throws -> (text: [String], results: [String]) {
        let relay = try RelayProgram(world, threads: 2, isSink: true)
        let connection = try RelayConnection(port: relay.port)
        let sealer = try TokenSealer(world)
        let revoked = try world.token(world.content(RelayWorld.address(0), contact: 1))
        let item: JSONValue = [
            "items": [
                ["token": .string(revoked.text), "secret": .string(Base64URL.encode(RelayWorld.secret(1)))]
            ]
        ]
        _ = try connection.call(RelayConnection.post("/v1/sealed/revoke", item.compact))
        let before = try relay.program.residentBytes()
        var sent = 0
        var sample: [SealedToken] = []
        while sent < tokenCount {
            let tokens = try sealer.seal(
                (sent..<sent + Self.batch).map { index in
                    world.content(RelayWorld.address(index % Self.deviceCount), contact: UInt64(index))
                })
            if sample.count < 2000 { sample += tokens }
            var (request, place) = RelayConnection.wake(tokens)
            RelayConnection.setNonce(UInt64(sent), &request, at: place)
            while try connection.call(request).starts(with: "HTTP/1.1 503".utf8) { usleep(2000) }
            sent += Self.batch
        }
        try relay.settle()
        let after = try relay.program.residentBytes()
        let peak = try relay.program.usage().peakBytes
        let state = try TextFile.directory("\(world.directory)/state")
        let log = try relay.logged()
        let leaks = Self.leaks(log, sample)
        let text = [
            "\(sent) tokens of \(Self.deviceCount) devices, each sealed anew and used once:",
            "memory \(before / 1024) KiB before, \(after / 1024) KiB after, \(peak / 1024) KiB at most",
            "state directory: \(state.map { "\($0.name) \($0.byteCount) bytes" }.joined(separator: ", ")), one revocation",
            "log: \(log.split(separator: "\n").count) lines, \(leaks) of which name anything",
        ]
        let results = [
            "RESULT memory_mib=" + decimal(Double(peak) / 1_048_576, 1),
            "RESULT state_bytes=\(state.reduce(0) { $0 + $1.byteCount })",
            "RESULT state_files=\(state.count)",
            "RESULT log_leaks=\(leaks)",
        ]
        return (text, results)
    }

    /// Lines of a log that hold a part of a token, a device, a reference or an address.
    private static func leaks(_ log: String, _ tokens: [SealedToken]) -> Int {
        let parts = Set(tokens.map { String($0.text.dropFirst(40).prefix(24)) })
        return log.split(separator: "\n").filter { line in
            guard !line.contains(" listening at ") else { return false }
            return line.contains("device") || line.contains("spt1.") || line.contains("127.0.0.1")
                || parts.contains { line.contains($0) }
        }.count
    }
}
