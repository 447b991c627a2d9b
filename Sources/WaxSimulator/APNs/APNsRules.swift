// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSystem

/// What Apple checks of a push, and in which order.
///
/// Sources: sending-notification-requests-to-apns, handling-notification-responses-from-apns, both on
/// developer.apple.com/documentation/usernotifications. Apple does not document an order, nor which of its reasons is
/// given for a payload that is not JSON; both are chosen here.
struct APNsRules: Sendable {
    /// The service that is asked.
    let environment: SimulatedApp.Environment

    /// A push that passed.
    struct Accepted {
        let token: String
        let device: RegisteredDevice
        let headers: APNsHeaders
        let payload: JSONValue
    }

    /// Why a push did not.
    struct Refusal: Error {
        let reason: APNsReason
        /// When the token became invalid.
        var diedAt: Timestamp?
    }

    /// Judges a request; `headers` are its fields.
    func judge(
        _ request: ProviderRequest, headers: APNsHeaders, registry: inout Registry, connection: inout APNsConnection,
        now: Timestamp
    ) throws(Refusal) -> Accepted {
        do throws(APNsReason) {
            let token = try deviceToken(of: request)
            guard !headers.hasDuplicate else { throw .duplicateHeaders }
            let provider = try providerToken(headers, registry: &registry, connection: &connection, now: now)
            let type = try pushType(headers)
            let bundleID = try bundleID(headers, type: type, team: provider.teamID, registry: registry)
            let payload = try payload(request.body, type: type)
            let device = try device(token, bundleID: bundleID, registry: registry)
            guard device.diedAt == nil else { throw .unregistered }
            return Accepted(token: token, device: device, headers: headers, payload: payload)
        } catch .unregistered {
            let token = try? deviceToken(of: request)
            throw Refusal(reason: .unregistered, diedAt: token.flatMap { registry.device($0)?.diedAt })
        } catch {
            throw Refusal(reason: error)
        }
    }

    /// The token of the path as Apple would look for it, in lower case.
    static func deviceToken(in path: String) -> String? {
        guard path.utf8.starts(with: pathPrefix.utf8) else { return nil }
        return String(path.dropFirst(pathPrefix.utf8.count)).lowercased()
    }

    private static let pathPrefix = "/3/device/"

    private func deviceToken(of request: ProviderRequest) throws(APNsReason) -> String {
        guard request.method == "POST" else { throw .methodNotAllowed }
        guard let token = Self.deviceToken(in: request.path) else {
            throw request.path == "/3/device" ? .missingDeviceToken : .badPath
        }
        guard !token.isEmpty else { throw .missingDeviceToken }
        guard !token.utf8.contains(UInt8(ascii: "/")) else { throw .badPath }
        return token
    }

    /// What goes wrong with the device comes last, since Apple counts it less than a mistake in the request.
    private func device(_ token: String, bundleID: String, registry: Registry) throws(APNsReason) -> RegisteredDevice {
        guard token.utf8.count.isMultiple(of: 2), token.utf8.allSatisfy(\.isLowerHexadecimal),
            let device = registry.device(token), case .ios(let ownBundleID, environment) = device.app
        else { throw .badDeviceToken }
        guard ownBundleID.hasSameBytes(as: bundleID) else { throw .deviceTokenNotForTopic }
        return device
    }

    private func payload(_ body: [UInt8], type: APNsPushType) throws(APNsReason) -> JSONValue {
        guard !body.isEmpty else { throw .payloadEmpty }
        guard body.count <= type.payloadLimit else { throw .payloadTooLarge }
        guard let payload = try? JSONReader.parse(body), payload["aps"]?.objectValue != nil || type == .mdm else {
            throw .payloadEmpty
        }
        return payload
    }
}
