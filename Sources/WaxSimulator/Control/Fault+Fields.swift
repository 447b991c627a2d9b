// SPDX-License-Identifier: Apache-2.0

extension Fault {
    /// The names under which faults are ordered.
    private enum Name: String, CaseIterable {
        case answer, delay, hold
        case noAnswer = "no_answer"
        case refuseStream = "refuse_stream"
        case resetStream = "reset_stream"
        case goAway = "go_away"
        case resetConnection = "reset_connection"
        case streamLimit = "stream_limit"
    }

    /// The members of a fault.
    static let fieldNames = ["fault", "reason", "status", "retry_after", "milliseconds", "delivers", "limit"]

    /// Reads a fault with what belongs to it.
    init(_ fields: ControlFields) throws(ControlProblem) {
        guard let name = try fields.choice("fault", Name.self) else {
            throw ControlProblem(422, "'fault' is missing")
        }
        let delivers = try fields.bool("delivers") ?? false
        switch name {
        case .answer:
            self = .answer(
                try fields.required("reason"), status: try fields.integer("status", 200...599),
                retryAfter: try fields.integer("retry_after", 0...86_400))
        case .delay: self = .delay(.milliseconds(try Self.required(fields, "milliseconds", 0...600_000)))
        case .hold: self = .hold
        case .noAnswer: self = .noAnswer(delivers: delivers)
        case .refuseStream: self = .refuseStream
        case .resetStream: self = .resetStream(delivers: delivers)
        case .goAway: self = .goAway(delivers: delivers)
        case .resetConnection: self = .resetConnection(delivers: delivers)
        case .streamLimit: self = .setStreamLimit(UInt32(try Self.required(fields, "limit", 0...1_000_000)))
        }
    }

    private static func required(
        _ fields: ControlFields, _ name: String, _ range: ClosedRange<Int>
    ) throws(ControlProblem) -> Int {
        guard let value = try fields.integer(name, range) else { throw ControlProblem(422, "'\(name)' is missing") }
        return value
    }
}
