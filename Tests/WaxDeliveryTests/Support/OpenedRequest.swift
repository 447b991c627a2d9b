// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON

/// A request to a provider as a device would read it.
struct OpenedRequest {
    let token: String
    let body: JSONValue
    /// The envelope, when there is one.
    let envelope: HKEnvelope?

    init(_ request: HTTP2Request) throws {
        body = try JSONReader.parse(request.body)
        if request.path.hasPrefix("/3/device/") {
            token = String(request.path.dropFirst("/3/device/".count))
            envelope = try body["hk"].map { try HKEnvelope($0) }
        } else {
            token = body["message"]?["token"]?.stringValue ?? ""
            envelope = try body["message"]?["data"]?["hk"]?.stringValue.map { try HKEnvelope(parsing: Array($0.utf8)) }
        }
    }

    /// The plaintext for the device with these keys.
    func plaintext(_ keys: DeviceKeys) throws -> String {
        String(decoding: try #require(envelope).open(with: keys.privateKey), as: UTF8.self)
    }
}
