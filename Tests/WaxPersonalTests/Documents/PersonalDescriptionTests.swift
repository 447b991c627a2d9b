// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxHTTP
import WaxPersonal
import WaxRecords

/// Holds `docs/openapi-notifications.yaml` to the routes and the codes.
@Suite struct PersonalDescriptionTests {
    private struct Operation: Hashable {
        let method: String
        let path: String
        var level = ""
    }

    private let text: String
    private let operations: [Operation]

    /// Reads the few lines it needs by their indentation.
    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs")
        text = try String(contentsOf: folder.appending(path: "openapi-notifications.yaml"), encoding: .utf8)
        var operations: [Operation] = []
        var path = ""
        let paths = text.split(separator: "\n").drop { $0 != "paths:" }.prefix { $0 != "components:" }
        for line in paths {
            let content = line.drop { $0 == " " }
            switch line.count - content.count {
            case 2: path = String(content.dropLast())
            case 4 where content != "parameters:":
                operations.append(Operation(method: content.dropLast().uppercased(), path: path))
            case 6 where content.hasPrefix("x-level: "):
                operations[operations.endIndex - 1].level = String(content.dropFirst("x-level: ".count))
            default: break
            }
        }
        self.operations = operations
    }

    @Test func everyRouteIsDescribedAndNoOther() {
        let routes = PersonalRoute.all().routes.map { "\($0.method) \($0.pattern)" }
        let described = operations.map { "\($0.method) \($0.path)" }
        #expect(Set(described).count == described.count)
        #expect(Set(routes).subtracting(described) == [])
        #expect(Set(described).subtracting(routes) == [])
    }

    @Test func levels() throws {
        let router = PersonalRoute.all()
        for operation in operations {
            let segments = operation.path.dropFirst().split(separator: "/").map(String.init)
            guard case .found(let route, _) = router.match(operation.method, segments) else {
                Issue.record("no route for \(operation)")
                continue
            }
            let level: String =
                switch route {
                case .open: ""
                case .known: "any"
                case .permitted(let level, _): level.label
                case .app: "app"
                }
            #expect(operation.level == level, "\(operation)")
        }
    }

    @Test func codes() throws {
        let part = try #require(text.range(of: "    ProblemCode:\n      type: string\n      enum:\n"))
        let codes = text[part.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("        - ") }
            .map { String($0.dropFirst(10)) }
        #expect(codes == ProblemCode.allCases.map(\.rawValue))
    }

    @Test func theServerHandsItOut() async throws {
        let rig = try PersonalRig()
        let response = try await rig.raw("GET", "/openapi-notifications.yaml")
        #expect(response.headers["content-type"] == "application/yaml")
        #expect(response.body == Array(text.utf8))
        let head = try #require(HTTPRequestHead(method: "GET", target: "/openapi-notifications.yaml"))
        #expect(PersonalAPI.answers(head))
    }
}
