// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// `pushward health`: asks whether the server is well, without a key.
enum HealthCommand {
    static let entry = CommandEntry(Command("health", "ask whether the server is well")) { _, session in
        var request = APIRequest("GET", "/health")
        request.needsKey = false
        let response = try await session.client().send(request)
        try session.output.write(response.body) {
            response.json?["status"]?.stringValue?.printable ?? "ok"
        }
    }
}
