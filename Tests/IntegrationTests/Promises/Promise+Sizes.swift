// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension Promise {
    /// The limit of 4096 bytes.
    static let sizes: [Promise] = [
        Promise("the limit of 4096 bytes applies to the final payload") { stage in
            for (app, largest) in [(Stage.iPhone, 2892), (Stage.android, 2952)] {
                let device = try await stage.device(app, user: "\(app)")
                #expect(try await stage.send(to: "\(app)", push(of: largest))["status"] == "sent")
                let request = try stage.request(to: device)
                // Apple counts the body, Google the names and values of the data.
                let hk = try request.json["message"]?["data"]?["hk"]?.stringValue
                #expect(hk.map { $0.utf8.count + 2 } ?? request.body.count == 4096)
                #expect(
                    try await stage.refusal(of: push(of: largest + 1), to: "\(app)")["code"] == "PUSH_PAYLOAD_TOO_LARGE"
                )
            }
        },
        Promise("a push that is too large is refused with the number of bytes to cut") { stage in
            for (app, largest) in [(Stage.iPhone, 2892), (Stage.android, 2952)] {
                _ = try await stage.device(app, user: "\(app)")
                for excess in [1, 2, 3, 5, 1000] {
                    let answer = try await stage.refusal(of: push(of: largest + excess), to: "\(app)")
                    #expect(answer.status == 422)
                    #expect(answer["details"]?["limit_bytes"] == 4096)
                    #expect(answer["details"]?["cut_bytes"] == JSONValue(integerLiteral: Int64(excess)))
                }
            }
            #expect(try await stage.api.list("/v1/push").isEmpty)
        },
        Promise("what is outside the envelope on iOS takes its room there") { stage in
            _ = try await stage.device(Stage.iPhone)
            try await stage.change(["placeholder_title": "New"])
            let extra: JSONObject = ["badge": 12, "sound": "default", "thread_id": "thread"]
            let outside = #","badge":12,"sound":"default","thread-id":"thread""#.utf8.count
            let inside = #","badge":12,"sound":"default","thread_id":"thread""#.utf8.count
            // 82 bytes surround an envelope beside the placeholder of 16 characters.
            let room = 4096 - (82 - "New notification".utf8.count + "New".utf8.count + outside)
            let largest = (room - 136) * 3 / 4 - 16 - inside
            for (count, isTaken) in [(largest, true), (largest + 1, false)] {
                let push = stage.push(to: "user", JSONObject(push(of: count).map { $0 } + extra.map { $0 }))
                #expect(try await stage.api.call("POST", "/v1/push", push).status == (isTaken ? 202 : 422))
            }
        },
        Promise("of two platforms the one with less room decides") { stage in
            for app in ClockedStage.platforms { _ = try await stage.device(app) }
            let answer = try await stage.refusal(of: push(of: 3000), to: "user")
            #expect(answer["details"]?["platform"] == "ios")
            #expect(answer["details"]?["cut_bytes"] == 108)
            #expect(try await stage.send(to: "user", push(of: 2892))["counts"]?["sent"] == 2)
        },
        Promise("plain text has the same limit and more room") { stage in
            let device = try await stage.device(Stage.iPhone, withKey: false)
            let largest = 4096 - #"{"aps":{"alert":}}"#.utf8.count
            #expect(try await stage.request(push(of: largest), to: device).body.count == 4096)
            let details = try await stage.refusal(of: push(of: largest + 7), to: "user")["details"]
            #expect(details?["cut_bytes"] == 7)
            #expect(details?["encrypted"] == false)
        },
        Promise("a push that no longer fits when it is sent is refused for that device, and refunded") { stage in
            let changing = try await stage.device(Stage.iPhone, withKey: false)
            let other = try await stage.device(Stage.android, withKey: false)
            // Fits as plain text and in no envelope.
            let push = try await stage.schedule(push(of: 3500), after: .seconds(3600))
            try await stage.register(again: changing, key: changing.keys.publicKey.text)
            let end = try await stage.finish(push, after: .seconds(3600))
            #expect(end["counts"] == ["queued": 0, "sent": 1, "failed": 0, "refused": 1])
            #expect(end["refunded_cents"] == 3)
            let refused = try await stage.api.list("/v1/push/\(push)/deliveries?status=refused")
            #expect(refused.map { $0["error_code"] } == ["PUSH_PAYLOAD_TOO_LARGE"])
            #expect(refused.map { $0["device_id"]?.stringValue } == [changing.id])
            #expect(refused.map { $0["refunded"] } == [true])
            #expect(try stage.requests(to: changing).isEmpty)
            #expect(try stage.requests(to: other).count == 1)
        },
        Promise("the room that a placeholder took since is counted when the push is sent") { stage in
            let device = try await stage.device(Stage.iPhone)
            let push = try await stage.schedule(push(of: 2892), after: .seconds(3600))
            try await stage.change(["placeholder_body": "x"])
            let end = try await stage.finish(push, after: .seconds(3600))
            #expect(end["status"] == "failed")
            #expect(end["error_code"] == "PUSH_PAYLOAD_TOO_LARGE")
            #expect(end["refunded_cents"] == end["cost_cents"])
            #expect(try stage.requests(to: device).isEmpty)
        },
    ]

    /// A push of a body alone, whose JSON takes so many bytes.
    private static func push(of count: Int) -> JSONObject {
        ["body": .string(String(repeating: "x", count: count - #"{"body":""}"#.utf8.count))]
    }
}

extension ClockedStage {
    /// What a push to one user is answered with.
    fileprivate func refusal(of push: JSONObject, to user: String) async throws -> APIClient.Answer {
        try await api.call("POST", "/v1/push", self.push(to: user, push))
    }
}
