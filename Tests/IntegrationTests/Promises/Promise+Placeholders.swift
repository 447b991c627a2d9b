// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxSimulator

extension Promise {
    /// What stands in the place of the content.
    static let placeholders: [Promise] = [
        Promise("the placeholder is New notification, with no text, unless the app has its own") { stage in
            let app = try await stage.api.get("/v1/push/apps/\(stage.appID)")
            #expect(app["placeholder_title"] == "New notification")
            #expect(app["placeholder_body"] == "")
            let device = try await stage.device(Stage.iPhone)
            let alert = try await stage.request(["title": "Title"], to: device).json["aps"]?["alert"]
            #expect(alert == ["title": "New notification", "body": ""])
        },
        Promise(
            "each app has a placeholder of its own",
            app: ["placeholder_title": "Première application", "placeholder_body": "Ouvrez-la"]
        ) { stage in
            let other = try await stage.addApp(["placeholder_title": "Second app"])
            let first = try await stage.device(Stage.iPhone)
            let second = try await stage.device(Stage.iPhone, adding: ["app_id": .string(other)])
            #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            let push = try await stage.api.send(["app_id": .string(other), "user_id": "user", "title": "Title"])
            #expect(try await stage.api.finished(push)["status"] == "sent")
            let alerts = try [first, second].map { try stage.request(to: $0).json["aps"]?["alert"] }
            #expect(
                alerts == [
                    ["title": "Première application", "body": "Ouvrez-la"], ["title": "Second app", "body": ""],
                ])
        },
        Promise("a changed placeholder is that of the next push, and null brings back the first") { stage in
            let device = try await stage.device(Stage.iPhone)
            for title in ["Changed", .null] as [JSONValue] {
                try await stage.change(["placeholder_title": title])
                #expect(try await stage.send(to: "user", ["title": "Title"])["status"] == "sent")
            }
            let titles = try stage.requests(to: device).map { try $0.json["aps"]?["alert"]?["title"] }
            #expect(titles == ["Changed", "New notification"])
        },
        Promise(
            "a phone that was not unlocked since it restarted shows the placeholder",
            app: ["placeholder_title": "Something new", "placeholder_body": "Unlock to read"]
        ) { stage in
            let phone = try await stage.phone(Stage.iPhone, user: "user")
            phone.isLocked = true
            #expect(try await stage.send(to: "user", secretPush)["status"] == "sent")
            let shown = await phone.shown(atLeast: 1, within: .seconds(30))?.first
            #expect(shown?.title == "Something new")
            #expect(shown?.body == "Unlock to read")
            #expect(shown?.dataJSON == nil)
        },
        Promise("the placeholder is for Apple alone", app: ["placeholder_title": "Placeholder"]) { stage in
            let device = try await stage.device(Stage.android)
            let request = try await stage.request(["title": "Title"], to: device)
            #expect(Disclosure.found(["Placeholder"], in: request.visible).isEmpty)
            #expect(try request.opened(with: device.keys) == #"{"title":"Title"}"#)
        },
    ]
}
