// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxJSON

/// The simulator's own HTTP interface, by which programs in any language make phones, order faults and look at what
/// arrived.
///
/// It belongs on loopback: whoever reaches it gets credentials and sees every push.
package struct ControlAPI: HTTPHandler {
    typealias Route = @Sendable (ControlAPI, HTTPRequest, PathParameters) async throws -> HTTPResponse

    let simulator: Simulator

    /// Serves `simulator`.
    package init(_ simulator: Simulator) {
        self.simulator = simulator
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        do {
            switch Self.router.match(request.head.method, request.head.segments) {
            case .found(let route, let parameters):
                // A web page can send other types without asking first, wherever it comes from.
                if !request.body.isEmpty, !isJSON(request.head.headers["Content-Type"]) {
                    throw ControlProblem(415, "the Content-Type must be application/json")
                }
                return try await route(self, request, parameters)
            case .methodNotAllowed(let allowed):
                var response = ControlProblem(405, "the path has another method").response
                response.headers["Allow"] = allowed.joined(separator: ", ")
                return response
            case .notFound: throw ControlProblem(404, "there is no such path")
            }
        } catch let problem as ControlProblem {
            return problem.response
        } catch {
            return ControlProblem(500, "\(error)").response
        }
    }

    private func isJSON(_ type: String?) -> Bool {
        type?.lowercased().split(separator: ";").first?.split(separator: " ").first == "application/json"
    }

    private static let router: Router<Route> = {
        var router = Router<Route>()
        router.add("GET", "/") { api, _, _ in api.services() }
        router.add("POST", "/credentials/apns") { api, request, _ in try api.issueAPNsKey(request.body) }
        router.add("POST", "/credentials/fcm") { api, request, _ in try api.issueServiceAccount(request.body) }
        router.add("POST", "/phones") { api, request, _ in try api.makePhone(request.body) }
        router.add("DELETE", "/phones/{token}") { api, _, path in try api.removePhone(path["token"]) }
        router.add("POST", "/phones/{token}/rotate-key") { api, _, path in try api.rotateKey(path["token"]) }
        router.add("GET", "/phones/{token}/shown") { api, request, path in
            try await api.shown(path["token"], request.head)
        }
        router.add("GET", "/received") { api, request, _ in try await api.received(request.head) }
        router.add("DELETE", "/received") { api, _, _ in api.clearLog() }
        router.add("POST", "/faults") { api, request, _ in try api.orderFault(request.body) }
        router.add("DELETE", "/faults") { api, _, _ in api.clearFaults() }
        router.add("POST", "/faults/release") { api, _, _ in api.releaseAnswers() }
        router.add("PUT", "/faults/script") { api, request, _ in try api.runScript(request.body) }
        router.add("PUT", "/handshakes") { api, request, _ in try api.setHandshakes(request.body) }
        router.add("PUT", "/reading") { api, request, _ in try api.setReading(request.body) }
        router.add("PUT", "/clock") { api, request, _ in try api.setClock(request.body) }
        return router
    }()
}
