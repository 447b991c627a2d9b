// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxFields
import WaxHTTP
import WaxPushAPI
import WaxRecords

/// Holds `docs/openapi.yaml` and the routes to each other. That answers look as it says is checked against a running
/// server, by `Tests/Interop/schema_check.py`.
@Suite struct APIDescriptionTests {
    private let description: APIDescription

    init() throws {
        description = try APIDescription()
    }

    @Test func everyRouteIsDescribedAndNoOther() {
        let routes = PushRoute.all().routes.map { "\($0.method) \($0.pattern)" }
        let described = description.operations.map { "\($0.method) \($0.path)" }
        #expect(Set(described).count == described.count)
        #expect(Set(routes).subtracting(described) == [])
        #expect(Set(described).subtracting(routes) == [])
        #expect(routes.count > 20)
        #expect(Set(description.operations.compactMap(\.id)).count == routes.count)
    }

    @Test func permissionsAndLimits() throws {
        let router = PushRoute.all()
        for operation in description.operations {
            let segments = operation.path.dropFirst().split(separator: "/").map(String.init)
            guard case .found(let route, _) = router.match(operation.method, segments) else {
                throw TestFailure("no route for \(operation)")
            }
            switch route {
            case .open:
                #expect(operation.permission == nil && operation.rateClass == nil)
            case .permitted(let requirement, let rateClass, _):
                #expect(operation.permission == requirement.description, "\(operation)")
                #expect(operation.rateClass == rateClass.rawValue, "\(operation)")
                #expect(operation.isSecured)
            }
        }
    }

    @Test func theServerHandsItOut() async throws {
        let harness = try AccessHarness()
        let head = try #require(HTTPRequestHead(method: "GET", target: "/openapi.yaml"))
        let response = await harness.api.respond(to: HTTPRequest(head: head))
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == "application/yaml")
        #expect(response.body == Array(description.text.utf8))
    }

    @Test func codes() throws {
        let codes = try description.list("enum:", in: "\n    ErrorCode:\n")
        #expect(codes == APIErrorCode.allCases.map(\.rawValue))
        let rules = try description.list("enum:", in: "description: The path of the field")
        #expect(Set(rules) == Set(Self.everyRule.map(\.code)))
        for scope in OAuthScope.allCases {
            #expect(description.text.contains("'\(scope.rawValue)': '\(scope.requirement), "))
        }
    }

    private static let everyRule: [FieldRule] = [
        .required, .unknown, .notNull, .type(.string), .length(1...2), .byteLength(1...2), .range(1...2), .oneOf([]),
        .count(1...2), .duplicate, .exactlyOne([]), .notAllowed(LocalizedText("", "")), .format(LocalizedText("", "")),
    ]
}
