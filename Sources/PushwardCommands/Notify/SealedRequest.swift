// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands

/// Sends what may hold an envelope.
enum SealedRequest {
    /// Sends a request, and says what helps when the key's owner cannot take envelopes.
    static func send(
        _ request: APIRequest, mode: BodySealing.Mode, with client: APIClient
    ) async throws -> APIResponse {
        do throws(ClientError) {
            return try await client.send(request)
        } catch {
            guard mode != .always, case .refused(let refusal) = error, refusal.status == 422,
                refusal.code == "notification.encryption_unavailable"
            else { throw error }
            throw CommandFailure(error, hint: "pass --no-encrypt to send it readable")
        }
    }
}
