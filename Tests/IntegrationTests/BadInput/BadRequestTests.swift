// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

@Suite(.bounded, .timeLimit(.minutes(4))) struct BadRequestTests {
    @Test func onlyAKeyOfTheServerOpensIt() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let key = server.test.key
        let other = key.replacing("mk_test_", with: "mk_live_")
        let values = [
            nil, "", key, "Bearer", "Bearer ", "Basic \(key)", "Bearer \(key)x", "Bearer \(key.dropLast())",
            "Bearer \(key) \(key)", "Bearer \(other)", "Bearer mk_test_", "Bearer null", "Bearer \(key.uppercased())",
            "Bearer ' OR 1=1 --", "Bearer \(String(repeating: "A", count: 8000))",
        ]
        var bodies: Set<String> = []
        for value in values {
            for request in [
                "GET /v1/push/apps", "POST /v1/push/apps", "PUT /v1/push/devices", "DELETE /v1/push/devices/x",
            ] {
                let connection = try RawClient(port: server.process.port)
                let header = value.map { "Authorization: \($0)\r\n" } ?? ""
                let body = #"{"name":"x"}"#
                connection.send(
                    "\(request) HTTP/1.1\r\nHost: test\r\n\(header)Content-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                let response = try #require(await connection.response(), "\(request) \(value ?? "")")
                try expectError(response, 401, "UNAUTHENTICATED")
                #expect(response.headers["www-authenticate"] == "Bearer")
                bodies.insert(response.text)
            }
        }
        // One text for all: it does not tell an unknown key from none.
        #expect(bodies.count == 1)
        #expect(try await server.stored() == before)
    }

    @Test func objectsOfTheOtherModeAreNotThere() async throws {
        let server = try await BareServer()
        let id = server.appID
        #expect(try await server.live.call("GET", "/v1/push/apps/\(id)").status == 404)
        #expect(try await server.live.list("/v1/push/apps").isEmpty)
        let body: JSONObject = ["app_id": .string(id), "platform": "ios", "token": "0a0b"]
        let device = try await server.live.call("PUT", "/v1/push/devices", body)
        #expect(device.status == 404 && device["details"] == ["field": "app_id"])
        let push: JSONObject = ["app_id": .string(id), "all_devices": true, "title": "x"]
        #expect(try await server.live.call("POST", "/v1/push", push).status == 404)
        #expect(try await server.test.call("GET", "/v1/push/apps/\(id)").status == 200)
    }

    @Test func otherMethodsAndPathsAreRefused() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        for (request, allowed) in [
            ("DELETE /v1/push", "POST"), ("PUT /v1/push/apps", "GET, POST"), ("POST /v1/push/devices", "GET, PUT"),
            ("BREW /v1/push", "POST"), ("OPTIONS /v1/push", "POST"), ("TRACE /v1/push", "POST"),
        ] {
            let parts = request.split(separator: " ").map(String.init)
            let response = try await server.send(parts[0], parts[1], Array("{}".utf8))
            try expectError(response, 405, "METHOD_NOT_ALLOWED")
            let methods = response.headers["allow"]?.split(separator: ", ").sorted().joined(separator: ", ") ?? ""
            for method in allowed.split(separator: ", ") { #expect(methods.contains(method), "\(request): \(methods)") }
        }
        for path in [
            "/", "/v1", "/v1/", "/v1/push/", "/v2/push", "/v1/push/apps/", "//v1/push/apps", "/v1//push/apps",
            "/v1/push/apps/papp_x", "/v1/push/apps/\(server.appID.lowercased())", "/v1/push/apps/\(server.appID)x",
            "/v1/push/devices/\(server.appID)", "/v1/push/push_01M8NE6AQ77R7HS0DBZP8B8QZE",
            "/v1/push/../../etc/passwd", "/v1/push/%2e%2e/apps", "/v1%2fpush%2fapps",
            "/v1/push/apps/'%20OR%201=1", "/v1/push/apps/\(String(repeating: "a", count: 4000))",
        ] {
            try expectError(try await server.send("GET", path, []), 404, "NOT_FOUND")
        }
        for path in [
            "/v1/push/%ff", "/v1/push/%zz", "/v1/push/%00", "v1/push", "*", "/v1/push/apps?limit=%", "http:///v1",
        ] {
            let response = try await server.send("GET", path, [])
            #expect([400, 404, 422].contains(response.status), "\(path)")
            #expect(try JSONReader.parse(response.body)["statusCode"] == .number(JSONNumber(response.status)))
        }
        for query in ["limit=0", "limit=101", "limit=x", "limit=", "cursor=x", "more=1", "limit=1&limit=1"] {
            try expectError(try await server.send("GET", "/v1/push/devices?\(query)", []), 422, "VALIDATION_ERROR")
        }
        #expect(try await server.stored() == before)
    }

    @Test func anErrorIsToldInTheLanguageThatIsAskedFor() async throws {
        let server = try await BareServer()
        for (language, isFrench) in [
            ("fr", true), ("fr-CA,fr;q=0.9,en;q=0.8", true), ("en;q=0.5, fr", true), ("en", false), ("de", false),
            ("", false), ("fr;q=0", false), (";;;,,=q", false),
        ] {
            let answer = try await server.test.call(
                "GET", "/v1/push/apps/x", headers: [("Accept-Language", language)])
            #expect(answer.status == 404)
            #expect(answer["message"] == answer[isFrench ? "messageFr" : "messageEn"], "\(language)")
        }
    }
}
