// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
enum BenchmarkArguments: Equatable {
    case help
    case seal(seconds: Double)
    case api(seconds: Double, connections: Int, directory: String)
    case deliver(counts: [Int], directory: String)
    case faults(count: Int, seed: UInt64, directory: String)
    case notify(waits: Int, rate: Int, seconds: Double, directory: String)
    case pushward(runs: Int, program: String, directory: String)
    case relay(seconds: Double, tokens: Int, directory: String)
    case relayTiming(calls: Int, directory: String)

    /// Why the command line makes no sense.
    struct Malformed: Error {
        var reason: String
    }

    init(_ arguments: ArraySlice<String>) throws(Malformed) {
        var arguments = arguments
        guard let name = arguments.popFirst() else { throw Malformed(reason: "no benchmark named") }
        switch name {
        case "--help", "-h": self = .help
        case "seal":
            let options = try Options(arguments, known: ["--seconds"])
            self = .seal(seconds: try options.number("--seconds", default: 10, upTo: 3600))
        case "api":
            let options = try Options(arguments, known: ["--seconds", "--connections", "--directory"])
            self = .api(
                seconds: try options.number("--seconds", default: 45, upTo: 3600),
                connections: Int(try options.number("--connections", default: 128, upTo: 10_000)),
                directory: options.values["--directory"] ?? ".build")
        case "deliver":
            let options = try Options(arguments, known: ["--devices", "--directory"])
            self = .deliver(
                counts: try options.numbers("--devices", default: [10_000, 100_000, 1_000_000]),
                directory: options.values["--directory"] ?? ".build")
        case "faults":
            let options = try Options(arguments, known: ["--devices", "--seed", "--directory"])
            self = .faults(
                count: try options.numbers("--devices", default: [20_000])[0],
                seed: UInt64(try options.number("--seed", default: 1, upTo: 1e9)),
                directory: options.values["--directory"] ?? ".build")
        case "notify":
            let options = try Options(arguments, known: ["--waits", "--rate", "--seconds", "--directory"])
            self = .notify(
                waits: try options.numbers("--waits", default: [5000])[0],
                rate: try options.numbers("--rate", default: [1000])[0],
                seconds: try options.number("--seconds", default: 15, upTo: 20),
                directory: options.values["--directory"] ?? ".build")
        case "pushward":
            let options = try Options(arguments, known: ["--runs", "--program", "--directory"])
            self = .pushward(
                runs: try options.numbers("--runs", default: [100])[0],
                program: options.values["--program"] ?? ".build-static/release/pushward",
                directory: options.values["--directory"] ?? ".build")
        case "relay":
            guard !arguments.contains("--timing") else {
                let options = try Options(
                    arguments.filter { $0 != "--timing" }[...], known: ["--calls", "--directory"])
                self = .relayTiming(
                    calls: try options.numbers("--calls", default: [2000])[0],
                    directory: options.values["--directory"] ?? ".build")
                return
            }
            let options = try Options(arguments, known: ["--seconds", "--tokens", "--directory"])
            self = .relay(
                seconds: try options.number("--seconds", default: 10, upTo: 3600),
                tokens: try options.numbers("--tokens", default: [1_000_000])[0],
                directory: options.values["--directory"] ?? ".build")
        default: throw Malformed(reason: "no benchmark '\(name)'")
        }
    }

    private struct Options {
        var values: [String: String] = [:]

        init(_ arguments: ArraySlice<String>, known: [String]) throws(Malformed) {
            var arguments = arguments
            while let name = arguments.popFirst() {
                guard known.contains(name) else { throw Malformed(reason: "no option '\(name)'") }
                guard let value = arguments.popFirst() else { throw Malformed(reason: "\(name) has no value") }
                values[name] = value
            }
        }

        func numbers(_ name: String, default: [Int]) throws(Malformed) -> [Int] {
            guard let text = values[name] else { return `default` }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard numbers.allSatisfy({ $0 > 0 && $0 <= 100_000_000 }) else {
                throw Malformed(reason: "\(name) takes numbers with commas between")
            }
            return numbers
        }

        func number(_ name: String, default: Double, upTo limit: Double) throws(Malformed) -> Double {
            guard let text = values[name] else { return `default` }
            guard let value = Double(text), value > 0, value <= limit else {
                throw Malformed(reason: "\(name) takes a number up to \(decimal(limit, 0))")
            }
            return value
        }
    }
}
