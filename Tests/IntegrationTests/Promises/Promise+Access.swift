// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON

extension Promise {
    private static let devicesOnly: JSONObject = ["push_devices": "w"]

    /// Who may register devices and remove their keys, and who may not.
    static let access: [Promise] = [
        Promise("a key with the w of push_devices registers devices, and removes a key with null") { stage in
            let device = try await stage.device(Stage.iPhone)
            try await removesKey(of: device, with: try await stage.api(permitting: devicesOnly), stage)
        },
        Promise("an OAuth grant of push:devices does the same") { stage in
            let device = try await stage.device(Stage.android)
            try await removesKey(of: device, with: try await stage.api(scope: "push:devices"), stage)
        },
        Promise("while encryption is required, such a removal stops the pushes", app: ["require_encryption": true]) {
            stage in
            let device = try await stage.device(Stage.iPhone)
            let api = try await stage.api(scope: "push:devices")
            _ = try await api.make("PUT", "/v1/push/devices", removal(of: device, stage))
            #expect(try await stage.send(to: "user", ["title": "Title"])["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(stage.received.isEmpty)
        },
        Promise("the w of push_devices is no r, and opens nothing else") { stage in
            let device = try await stage.device(Stage.iPhone)
            let api = try await stage.api(permitting: devicesOnly)
            for path in ["/v1/push/devices", "/v1/push/devices/\(device.id)"] {
                try await isRefused(try await api.call("GET", path), for: "push_devices:r")
            }
            try await opensNothingElse(api, stage)
        },
        Promise("a grant of push:devices is no r, and opens nothing else") { stage in
            let device = try await stage.device(Stage.iPhone)
            let api = try await stage.api(scope: "push:devices")
            for path in ["/v1/push/devices", "/v1/push/devices/\(device.id)"] {
                try await isRefused(try await api.call("GET", path), for: "push_devices:r")
            }
            try await opensNothingElse(api, stage)
        },
        Promise("the r of push_devices is no w") { stage in
            let device = try await stage.device(Stage.iPhone)
            let api = try await stage.api(permitting: ["push_devices": "r"])
            #expect(try await api.get("/v1/push/devices/\(device.id)").body == device.object)
            try await cannotRemoveKey(of: device, with: api, stage)
        },
        Promise("a key without push_devices registers nothing") { stage in
            let device = try await stage.device(Stage.android)
            let api = try await stage.api(permitting: ["push": "rw", "push_apps": "rw", "webhooks": "rw"])
            try await cannotRemoveKey(of: device, with: api, stage)
        },
        Promise("no other scope registers anything") { stage in
            let device = try await stage.device(Stage.android)
            for scope in ["push:send", "push:read", "push:apps"] {
                try await cannotRemoveKey(of: device, with: try await stage.api(scope: scope), stage)
            }
        },
        Promise("who may register devices cannot turn the requirement off", app: ["require_encryption": true]) {
            stage in
            let path = "/v1/push/apps/\(stage.appID)"
            for api in [try await stage.api(permitting: devicesOnly), try await stage.api(scope: "push:devices")] {
                try await isRefused(
                    try await api.call("PATCH", path, ["require_encryption": false]), for: "push_apps:w")
            }
            #expect(try await stage.api.get(path)["require_encryption"] == true)
        },
        Promise("who may change apps can, through the API") { stage in
            let path = "/v1/push/apps/\(stage.appID)"
            for api in [
                try await stage.api(permitting: ["push_apps": "w"]), try await stage.api(scope: "push:apps"),
            ] {
                for value in [true, false] as [JSONValue] {
                    #expect(
                        try await api.make("PATCH", path, ["require_encryption": value])["require_encryption"] == value)
                }
            }
        },
        Promise("without a key that exists nothing is answered") { stage in
            let device = try await stage.device(Stage.iPhone)
            for key in ["", "mk_live_", "mk_live_YOUR_KEY", stage.api.key + "x", String(stage.api.key.dropLast())] {
                let api = APIClient(url: stage.api.url, key: key)
                let answer = try await api.call("PUT", "/v1/push/devices", removal(of: device, stage))
                #expect(answer.status == 401)
                #expect(answer["code"] == "UNAUTHENTICATED")
            }
            #expect(try await stage.api.get("/v1/push/devices/\(device.id)").body == device.object)
        },
    ]

    /// The registration that removes a device's key.
    private static func removal(of device: OwnedDevice, _ stage: ClockedStage) -> JSONObject {
        [
            "app_id": .string(stage.appID), "token": .string(device.token),
            "platform": device.app == Stage.android ? "android" : "ios", "encryption_public_key": .null,
        ]
    }

    private static func removesKey(of device: OwnedDevice, with api: APIClient, _ stage: ClockedStage) async throws {
        var registration = removal(of: device, stage)
        let new = DeviceKeys().publicKey
        registration["encryption_public_key"] = .string(new.text)
        let changed = try await api.make("PUT", "/v1/push/devices", registration)
        #expect(changed["encryption_key_id"]?.stringValue == new.keyID)
        let removed = try await api.make("PUT", "/v1/push/devices", removal(of: device, stage))
        #expect(removed["id"]?.stringValue == device.id)
        #expect(removed["encryption_key_id"] == .null)
        #expect(try await stage.request(["title": "Title"], to: device).envelope == nil)
    }

    private static func cannotRemoveKey(
        of device: OwnedDevice, with api: APIClient, _ stage: ClockedStage
    ) async throws {
        try await isRefused(
            try await api.call("PUT", "/v1/push/devices", removal(of: device, stage)), for: "push_devices:w")
        #expect(try await stage.api.get("/v1/push/devices/\(device.id)").body == device.object)
    }

    private static func opensNothingElse(_ api: APIClient, _ stage: ClockedStage) async throws {
        let push = stage.push(to: "user", ["title": "Title"])
        try await isRefused(try await api.call("POST", "/v1/push", push), for: "push:w")
        try await isRefused(try await api.call("GET", "/v1/push"), for: "push:r")
        try await isRefused(try await api.call("GET", "/v1/push/apps"), for: "push_apps:r")
        try await isRefused(try await api.call("POST", "/v1/push/apps", ["name": "App"]), for: "push_apps:w")
        try await isRefused(try await api.call("GET", "/v1/api-keys"), for: "api_keys:r")
        try await isRefused(try await api.call("POST", "/v1/api-keys", [:]), for: "api_keys:w")
        #expect(stage.received.isEmpty)
    }

    private static func isRefused(_ answer: APIClient.Answer, for requirement: String) async throws {
        #expect(answer.status == 403)
        #expect(answer["code"] == "PERMISSION_DENIED")
        #expect(answer["details"]?["required"]?.stringValue == requirement)
    }
}
