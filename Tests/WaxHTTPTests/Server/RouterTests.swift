// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct RouterTests {
    private static let router: Router<String> = {
        var router = Router<String>()
        router.add("GET", "/", "root")
        router.add("GET", "/v1/push/{id}", "push")
        router.add("DELETE", "/v1/push/{id}", "cancel")
        router.add("GET", "/v1/push/{id}/deliveries", "deliveries")
        router.add("GET", "/v1/push/{id}/deliveries/{delivery}", "delivery")
        router.add("POST", "/v1/push/apps", "create app")
        router.add("GET", "/v1/push/apps/{app}", "app")
        router.add("PUT", "/v1/push/devices", "register")
        return router
    }()

    @Test(
        arguments: [
            ("GET", "/", "root"),
            ("GET", "/v1/push/push_1", "push id=push_1"),
            ("HEAD", "/v1/push/push_1", "push id=push_1"),
            ("DELETE", "/v1/push/push_1", "cancel id=push_1"),
            ("POST", "/v1/push/apps", "create app"),
            ("GET", "/v1/push/apps/papp_1", "app app=papp_1"),
            ("GET", "/v1/push/apps/deliveries", "app app=deliveries"),
            ("GET", "/v1/push/devices/deliveries", "deliveries id=devices"),
            ("GET", "/v1/push/a%2Fb/deliveries/%7Bx%7D", "delivery id=a/b delivery={x}"),
        ])
    func found(method: String, target: String, expected: String) throws {
        #expect(try Self.match(method, target) == expected)
    }

    @Test(
        arguments: [
            ("GET", "/v1/push/apps", "POST"),
            ("DELETE", "/v1/push/devices", "PUT"),
            ("POST", "/v1/push/push_1", "DELETE, GET, HEAD"),
            ("get", "/", "GET, HEAD"),
            ("OPTIONS", "/", "GET, HEAD"),
        ])
    func otherMethods(method: String, target: String, allowed: String) throws {
        #expect(try Self.match(method, target) == "allow \(allowed)")
    }

    @Test(
        arguments: [
            "/v1", "/v1/", "/v1/push", "/v1/push/", "/v1/push/x/", "/v1/push//deliveries", "//", "/V1/push/x",
            "/v1/push/x/deliveries/y/z",
            // The Kelvin sign is canonically equivalent to K, and no path of ours.
            "/v1/push/x/deliver\u{0131}es",
        ])
    func notFound(target: String) throws {
        #expect(try Self.match("GET", target) == "none")
    }

    @Test func literalsAreComparedByBytes() throws {
        var router = Router<Int>()
        router.add("GET", "/K", 1)
        router.add("GET", "/{any}", 2)
        guard case .found(2, let parameters) = router.match("GET", ["\u{212A}"]) else {
            Issue.record("the Kelvin sign was taken for a K")
            return
        }
        #expect(parameters["any"] == "\u{212A}")
    }

    @Test func routesAreListed() {
        #expect(Self.router.routes.count == 8)
        #expect(Self.router.routes[1].method == "GET" && Self.router.routes[1].pattern == "/v1/push/{id}")
    }

    @Test func twoRoutesInOnePlaceAreAMistake() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add("GET", "/a/{x}", 1)
            router.add("GET", "/a/{y}", 2)
        }
    }

    private static func match(_ method: String, _ target: String) throws -> String {
        let head = try #require(HTTPRequestHead(method: method, target: target))
        switch router.match(method, head.segments) {
        case .found(let value, let parameters):
            let names = ["id", "app", "delivery"].filter { parameters.names.contains($0) }
            return ([value] + names.map { "\($0)=\(parameters[$0])" }).joined(separator: " ")
        case .methodNotAllowed(let allowed): return "allow \(allowed.joined(separator: ", "))"
        case .notFound: return "none"
        }
    }
}
