// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// What Google checks of a message, and in which order.
///
/// Sources: the references of projects.messages.send and of ErrorCode on firebase.google.com.
enum FCMRules {
    /// A message that passed.
    struct Accepted {
        let message: FCMMessage
        let device: RegisteredDevice
        let projectID: String
    }

    /// Judges a request.
    static func judge(_ request: ProviderRequest, registry: Registry, now: Timestamp) throws(FCMRefusal) -> Accepted {
        guard request.method == "POST", let projectID = projectID(in: request.path) else { throw .notFound }
        guard let sender = sender(of: request, registry: registry, now: now) else { throw .unauthenticated }
        guard registry.projects.contains(projectID) else { throw .notFound }
        guard sender.hasSameBytes(as: projectID) else { throw .permissionDenied(project: projectID) }
        let message = try FCMMessage(parsing: request.body)
        guard isRegistrationToken(message.token) else {
            throw .invalidArgument(
                "The registration token is not a valid FCM registration token", field: "message.token")
        }
        guard let device = registry.device(message.token), case .android(let owner) = device.app else {
            throw .unregistered
        }
        guard owner.hasSameBytes(as: projectID) else { throw .senderIDMismatch }
        guard device.diedAt == nil else { throw .unregistered }
        return Accepted(message: message, device: device, projectID: projectID)
    }

    /// The project that an unexpired access token is for.
    private static func sender(of request: ProviderRequest, registry: Registry, now: Timestamp) -> String? {
        let scheme = "bearer "
        guard let authorization = request.headers["authorization"],
            authorization.prefix(scheme.count).lowercased() == scheme,
            let token = registry.accessTokens[String(authorization.dropFirst(scheme.count))], now < token.expiresAt
        else { return nil }
        return token.projectID
    }

    private static func projectID(in path: String) -> String? {
        let (prefix, suffix) = ("/v1/projects/", "/messages:send")
        guard path.hasPrefix(prefix), path.hasSuffix(suffix), path.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        let project = path.dropFirst(prefix.count).dropLast(suffix.count)
        return project.utf8.contains(UInt8(ascii: "/")) ? nil : String(project)
    }

    /// Whether a text looks like the tokens that Firebase's client library gets: an instance id of 11 characters or more, a
    /// colon, and what begins with `APA91b`.
    private static func isRegistrationToken(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count >= 11 && parts[1].count >= 100
            && parts[1].starts(with: "APA91b".utf8) && parts.allSatisfy { $0.allSatisfy(\.isBase64URL) }
    }
}
