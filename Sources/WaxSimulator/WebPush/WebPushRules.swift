// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

/// What the push service of a browser checks of a request, and in which order.
///
/// Sources: RFC 8030 sections 5 and 7, RFC 8188 section 2.1, RFC 8291 section 4, RFC 8292 sections 2 to 4.
struct WebPushRules {
    /// The origin of the service, for which tokens must be made.
    let origin: String

    static let largestBody = 4096
    private static let pathPrefix = "/push/"
    private static let tokenLifetime: Int64 = 24 * 3600

    /// The path of the subscription that has this token.
    static func path(token: String) -> String { pathPrefix + token }

    /// The token in the path of a subscription.
    static func deviceToken(in path: String) -> String? {
        path.hasPrefix(pathPrefix) ? String(path.dropFirst(pathPrefix.utf8.count)) : nil
    }

    /// Judges a request; gives the device that it is for.
    func judge(_ request: ProviderRequest, registry: Registry, now: Timestamp) throws(WebPushReason) -> RegisteredDevice
    {
        guard let token = Self.deviceToken(in: request.path), let device = registry.device(token),
            case .web(let applicationServerKey) = device.app
        else { throw .badDeviceToken }
        guard request.method == "POST" else { throw .methodNotAllowed }
        try checkAuthorization(request.headers["authorization"], applicationServerKey: applicationServerKey, now: now)
        try Self.checkHeaders(request.headers)
        guard request.body.count <= Self.largestBody else { throw .payloadTooLarge }
        // The header of the coding with a point as its key id, and the tag and the delimiter of a record.
        guard request.body.count >= 86 + 17, request.body[20] == 65, request.body[21] == 4 else { throw .badPayload }
        guard device.diedAt == nil else { throw .unregistered }
        return device
    }

    private func checkAuthorization(
        _ authorization: String?, applicationServerKey: String, now: Timestamp
    ) throws(WebPushReason) {
        guard let authorization, let (text, key) = Self.parameters(of: authorization) else {
            throw .missingAuthorization
        }
        guard let token = SignedToken(text), token.header["alg"]?.stringValue == "ES256",
            let point = Base64URL.decode(key),
            let publicKey = try? P256.Signing.PublicKey(x963Representation: point),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature),
            publicKey.isValidSignature(signature, for: token.signedBytes),
            token.claims["aud"]?.stringValue?.hasSameBytes(as: origin) == true,
            let subject = token.claims["sub"]?.stringValue,
            subject.hasPrefix("mailto:") || subject.hasPrefix("https://"),
            let expiry = token.seconds("exp"), expiry <= now.seconds + Self.tokenLifetime
        else { throw .badToken }
        guard expiry > now.seconds else { throw .expiredToken }
        guard key.hasSameBytes(as: applicationServerKey) else { throw .keyMismatch }
    }

    /// The parameters `t` and `k` of the scheme `vapid` (RFC 8292 section 3).
    private static func parameters(of authorization: String) -> (token: String, key: String)? {
        let scheme = "vapid "
        guard authorization.prefix(scheme.count).lowercased() == scheme else { return nil }
        var values: [String: String] = [:]
        for part in authorization.dropFirst(scheme.count).split(separator: ",") {
            let text = part.drop { $0 == " " }
            guard let equals = text.firstIndex(of: "=") else { return nil }
            values[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        guard let token = values["t"], let key = values["k"] else { return nil }
        return (token, key)
    }

    private static func checkHeaders(_ headers: HTTP2Headers) throws(WebPushReason) {
        guard let timeToLive = headers["ttl"] else { throw .missingTTL }
        guard !timeToLive.isEmpty, timeToLive.utf8.allSatisfy(\.isDigit) else { throw .badTTL }
        if let urgency = headers["urgency"], !["very-low", "low", "normal", "high"].contains(urgency) {
            throw .badUrgency
        }
        if let topic = headers["topic"] {
            guard (1...32).contains(topic.utf8.count), topic.utf8.count % 4 != 1,
                topic.utf8.allSatisfy(\.isBase64URL)
            else { throw .badTopic }
        }
        guard headers["content-encoding"] == "aes128gcm" else { throw .badContentEncoding }
    }
}
