// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
enum BenchmarkArguments: Equatable {
    case help
    case seal(seconds: Double)

    /// Why the command line makes no sense.
    struct Malformed: Error {
        var reason: String
    }

    init(_ arguments: ArraySlice<String>) throws(Malformed) {
        var seconds = 10.0
        var arguments = arguments
        guard let name = arguments.popFirst() else { throw Malformed(reason: "no benchmark named") }
        if name == "--help" || name == "-h" {
            self = .help
            return
        }
        guard name == "seal" else { throw Malformed(reason: "no benchmark '\(name)'") }
        while let option = arguments.popFirst() {
            guard option == "--seconds" else { throw Malformed(reason: "no option '\(option)'") }
            guard let value = arguments.popFirst().flatMap(Double.init), value > 0, value <= 3600 else {
                throw Malformed(reason: "--seconds takes a number up to 3600")
            }
            seconds = value
        }
        self = .seal(seconds: seconds)
    }
}
