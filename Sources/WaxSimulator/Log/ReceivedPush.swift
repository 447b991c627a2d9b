// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// A push request exactly as a provider was given it, but for the `authorization`, and what was answered.
public struct ReceivedPush: Sendable {
    /// The service that was asked.
    public let service: SimulatedService
    /// When, in milliseconds since 1970 by the simulator's clock.
    public let milliseconds: Int64
    /// The request's method.
    public let method: String
    /// The request's path.
    public let path: String
    /// The request's body.
    public let body: [UInt8]
    /// The status of the answer; nil when none was given.
    public let status: Int?
    /// What the provider found wrong, by its own name; nil for nothing.
    public let reason: String?
    /// What the provider calls the push: the `apns-id`, the `name` of an FCM message, or the `location` of a browser's.
    public let messageID: String?
    /// Whether the push went to a device.
    public let wasDelivered: Bool
    /// The fault that came to it.
    public let fault: Fault?
    /// Which connection of its service it came by.
    public let connection: SimulatedConnection
    private let fields: HTTP2Headers

    init(
        service: SimulatedService, time: Timestamp, request: ProviderRequest, status: Int?, reason: String?,
        messageID: String?, wasDelivered: Bool, fault: Fault? = nil, connection: SimulatedConnection
    ) {
        self.service = service
        milliseconds = time.milliseconds
        method = request.method
        path = request.path
        body = request.body
        self.status = status
        self.reason = reason
        self.messageID = messageID
        self.wasDelivered = wasDelivered
        self.fault = fault
        self.connection = connection
        fields = request.headers
    }

    /// The request's header fields in their order, without `authorization`.
    public var headers: [(name: String, value: String)] {
        (0..<fields.count).map { fields[$0] }.filter { $0.name != Self.secret }
    }

    /// The token of the device that it is for, as far as the request says so in any form.
    package var deviceToken: String? { World.deviceToken(path: path, body: body, service) }

    /// The first header field of this lower-case name.
    public func header(_ name: String) -> String? { name == Self.secret ? nil : fields[name] }

    private static let secret = "authorization"
}

extension ReceivedPush: CustomStringConvertible, CustomReflectable {
    /// Nothing of the path, the header or the body, which hold tokens and text.
    public var description: String { "push to \(service.rawValue), \(body.count) bytes, \(reason ?? "accepted")" }
    /// The same; a dump shows no more.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
