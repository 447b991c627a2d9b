// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

extension ControlAPI {
    func orderFault(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: Fault.fieldNames + ["service", "token", "times"])
        simulator.order(
            try Fault(fields), service: try fields.choice("service", SimulatedService.self),
            token: try fields.string("token"),
            times: try fields.integer("times", 1...Int.max) ?? (fields.isNull("times") ? nil : 1))
        return .empty()
    }

    func clearFaults() -> HTTPResponse {
        simulator.clearFaults()
        return .empty()
    }

    func releaseAnswers() -> HTTPResponse {
        let count = simulator.releaseAnswers()
        return .json(JSONValue.object(["released": .number(JSONNumber(count))]).compact)
    }

    func runScript(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["seed", "faults"])
        var script = FaultScript(seed: UInt64(try fields.integer("seed", 0...Int.max) ?? 0), [])
        for entry in try fields.objects("faults", allows: Fault.fieldNames + ["service", "share", "per_device"]) {
            guard let share = try entry.fraction("share") else { throw ControlProblem(422, "'share' is missing") }
            script.entries.append(
                FaultScript.Entry(
                    try Fault(entry), share: share, service: try entry.choice("service", SimulatedService.self),
                    isPerDevice: try entry.bool("per_device") ?? false))
        }
        simulator.run(script)
        return .empty()
    }

    func setHandshakes(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["service", "fault"])
        guard let service = try fields.choice("service", SimulatedService.self) else {
            throw ControlProblem(422, "'service' is missing")
        }
        simulator.setHandshakeFault(try fields.choice("fault", HandshakeFault.self), service: service)
        return .empty()
    }

    func setReading(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["service", "bytes_per_second"])
        guard let service = try fields.choice("service", SimulatedService.self) else {
            throw ControlProblem(422, "'service' is missing")
        }
        simulator.limitReading(
            bytesPerSecond: try fields.integer("bytes_per_second", 1...1_000_000_000), service: service)
        return .empty()
    }
}
