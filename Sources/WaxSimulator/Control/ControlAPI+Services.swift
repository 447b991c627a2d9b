// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

extension ControlAPI {
    func services() -> HTTPResponse {
        .json(
            JSONValue.object([
                "services": .object(
                    JSONObject(
                        SimulatedService.allCases.map { ($0.rawValue, JSONValue.string(simulator.url(of: $0))) })),
                "token_uri": .string(simulator.tokenURI), "certificate_file": .string(simulator.certificateFile),
            ]).compact)
    }

    func issueAPNsKey(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["bundle_id", "team_id", "environment"])
        let key = simulator.issueAPNsKey(
            bundleID: try fields.required("bundle_id"), teamID: try fields.string("team_id"),
            environment: try fields.choice("environment", SimulatedApp.Environment.self))
        return .json(
            JSONValue.object([
                "team_id": .string(key.teamID), "bundle_id": .string(key.bundleID), "key_id": .string(key.keyID),
                "private_key": .string(key.privateKey),
            ]).compact, status: 201)
    }

    /// Answers with the key file as Google gives it.
    func issueServiceAccount(_ body: [UInt8]) throws -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["project_id"])
        let account = try simulator.issueServiceAccount(projectID: try fields.required("project_id"))
        return .json(Array(account.json.utf8), status: 201)
    }

    func setClock(_ body: [UInt8]) throws(ControlProblem) -> HTTPResponse {
        let fields = try ControlFields(body, allows: ["offset_seconds"])
        let limit = 10 * 366 * 86_400
        guard let offset = try fields.integer("offset_seconds", -limit...limit) else {
            throw ControlProblem(422, "'offset_seconds' is missing")
        }
        simulator.setClockOffset(.seconds(offset))
        return .empty()
    }
}
