// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxEnvelope
import WaxJSON

/// Whether the time that a relay takes to answer tells what became of a token.
///
/// Calls of all kinds come in random order on one connection to a relay that sends to the simulator; the limits are raised,
/// so that each wake goes all its way.
struct RelayTiming {
    let callCount: Int
    let directory: String

    /// What a token may turn out to be.
    private enum Kind: String, CaseIterable {
        case valid, expired, revoked
        case dead = "dead device"
        case unknownKey = "unknown key"
        case flippedTag = "flipped tag"
        case decoy
        case random = "random bytes"
    }

    /// Different tokens of each kind, so that no one token's bits matter.
    private static let tokenCount = 32
    private static let limit = 0.001

    func run() async throws -> String {
        let work = try WorkDirectory(in: directory)
        let simulator = try SimulatorProgram(directory: "\(work.path)/simulator")
        let account = try await simulator.control.call("POST", "/credentials/fcm", ["project_id": "benchmark"])
        let world = try RelayWorld(
            directory: work.path, apps: .object([RelayWorld.app: ["fcm": account]]))
        let tokens = try await tokens(world, simulator)
        let relay = try RelayProgram(world, threads: 1, isSink: false, environment: simulator.environment)
        let connection = try RelayConnection(port: relay.port)
        try prepare(world, tokens, connection)
        let times = try measure(tokens, connection)
        return try report(times)
    }

    private func tokens(_ world: RelayWorld, _ simulator: SimulatorProgram) async throws -> [Kind: [SealedToken]] {
        func phone() async throws -> PushAddress {
            let phone = try await simulator.control.call(
                "POST", "/phones", ["platform": "android", "project_id": "benchmark"])
            guard let token = phone["token"]?.stringValue else { throw BenchmarkFailure("no phone was made") }
            return .fcm(token: token)
        }
        let (good, dead) = (try await phone(), try await phone())
        if case .fcm(let token) = dead { try await simulator.remove(token) }
        var generator = SystemRandomNumberGenerator()
        var tokens: [Kind: [SealedToken]] = [:]
        for kind in Kind.allCases {
            tokens[kind] = try (0..<Self.tokenCount).map { index in
                var content = world.content(kind == .dead ? dead : good, contact: UInt64(index))
                switch kind {
                case .expired: (content.issued, content.expires) = (world.hour - 100, world.hour - 1)
                case .decoy: (content.address, content.app) = (nil, "")
                default: break
                }
                var bytes = try world.token(content).bytes
                switch kind {
                case .unknownKey: bytes[5] ^= 1
                case .flippedTag: bytes[1370] ^= 1
                case .random:
                    for place in 2..<bytes.count where place != 10 {
                        bytes[place] = .random(in: 0...255, using: &generator)
                    }
                default: break
                }
                return try SealedToken(bytes: bytes)
            }
        }
        return tokens
    }

    /// Revokes what is to be revoked, lets the provider say what is dead, and warms up.
    private func prepare(_ world: RelayWorld, _ tokens: [Kind: [SealedToken]], _ connection: RelayConnection) throws {
        let items = (tokens[.revoked] ?? []).enumerated().map { index, token -> JSONValue in
            [
                "token": .string(token.text),
                "secret": .string(Base64URL.encode(RelayWorld.secret(UInt64(index)))),
            ]
        }
        let body: JSONValue = ["items": .array(items)]
        _ = try connection.call(RelayConnection.post("/v1/sealed/revoke", body.compact))
        for token in tokens[.dead] ?? [] { _ = try connection.call(RelayConnection.wake([token]).request) }
        for token in tokens[.valid] ?? [] { _ = try connection.call(RelayConnection.wake([token]).request) }
        usleep(2_000_000)
        _ = try measure(tokens, connection, count: 200)
    }

    /// Microseconds of each answer, by kind.
    private func measure(
        _ tokens: [Kind: [SealedToken]], _ connection: RelayConnection, count: Int? = nil
    ) throws -> [Kind: [Double]] {
        let requests = tokens.mapValues { $0.map { RelayConnection.wake([$0]) } }
        var order = Kind.allCases.flatMap { repeatElement($0, count: count ?? callCount) }
        order.shuffle()
        var generator = SystemRandomNumberGenerator()
        var times: [Kind: [Double]] = [:]
        var first: [UInt8]?
        let clock = ContinuousClock()
        for kind in order {
            let index = Int.random(in: 0..<Self.tokenCount, using: &generator)
            guard let (sample, place) = requests[kind]?[index] else { continue }
            var request = sample
            RelayConnection.setNonce(generator.next(), &request, at: place)
            var answer: [UInt8] = []
            let time = try clock.measure { answer = Array(try connection.call(request)) }
            let rest = Self.withoutDate(answer)
            if let first, first != rest { throw BenchmarkFailure("two answers differ") }
            first = rest
            times[kind, default: []].append(time / .microseconds(1))
        }
        return times
    }

    /// The answer without the line of its date.
    private static func withoutDate(_ answer: [UInt8]) -> [UInt8] {
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return Array(lines.filter { !$0.hasPrefix("Date:") }.joined(separator: "\r\n").utf8)
    }

    private func report(_ times: [Kind: [Double]]) throws -> String {
        var table = ResultTable(nameWidth: 24, widths: [10, 10, 10])
        table.add("µs until the answer", "median", "p90", "p99")
        for kind in Kind.allCases {
            let sorted = (times[kind] ?? []).sorted()
            func share(_ part: Double) -> String { decimal(sorted[Int(Double(sorted.count - 1) * part)], 1) }
            table.add(kind.rawValue, share(0.5), share(0.9), share(0.99))
        }
        var pairs: [(Kind, Kind)] = []
        for (index, kind) in Kind.allCases.enumerated() {
            for other in Kind.allCases[(index + 1)...] { pairs.append((kind, other)) }
        }
        let probabilities = RankTest.corrected(
            pairs.map { RankTest.probability(times[$0.0] ?? [], times[$0.1] ?? []) })
        let told = zip(pairs, probabilities).filter { $0.1 < Self.limit }
        let lines = told.map { "told apart: \($0.0.0.rawValue) and \($0.0.1.rawValue), p = \($0.1)" }
        let text =
            table.lines + [
                "", "\(callCount) calls of each kind, all answers the same but for their date;",
                "\(pairs.count) pairs, Mann and Whitney's test with Holm's correction, p < \(Self.limit)",
            ] + lines + [
                "", "RESULT timing_least_p=" + decimal(probabilities.min() ?? 1, 4),
                "RESULT timing_pairs_told_apart=\(told.count)",
            ]
        if !told.isEmpty {
            print(text.joined(separator: "\n"))
            throw BenchmarkFailure("the time of an answer tells what became of a token")
        }
        return text.joined(separator: "\n")
    }
}
