// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

/// A relay whose steps a test takes, on a clock that a test moves.
final class TestRelay {
    static let host = "push.example"
    static let app = "com.example.chat"

    let directory: TemporaryDirectory
    let time: ManualTime
    let sender: RecordingSender
    let keeper: RelayKeeper
    let engine: RelayEngine
    let handler: RelayHandler
    let metrics: RelayMetrics
    let lines = Locked<[String]>([])
    let opener: TokenOpener

    init(
        limits: RelayLimits = RelayLimits(), gateways: [[UInt8]] = [], metricsCredential: [UInt8]? = nil,
        keeping directory: TemporaryDirectory? = nil, time: ManualTime = ManualTime(), apps: Set<String> = [app],
        append: @escaping @Sendable ([UInt8], Int32) -> Bool = { PrivateFile.append($0, to: $1) }
    ) throws {
        sender = RecordingSender(apps: apps)
        self.directory = try directory ?? TemporaryDirectory()
        self.time = time
        let lines = lines
        let log = Log(minimum: .debug, time: time) { line in lines.withLock { $0.append(line) } }
        let hour = UInt32(time.now().seconds / 3600)
        let keys = RelayKeyDirectory(self.directory.file("keys"))
        if try keys.plan() == nil { _ = try RelayKeyCommands(keys).initialize(relay: Self.host, hour: hour) }
        keeper = try RelayKeeper(keys, relay: Self.host, hour: hour, log: log)
        metrics = RelayMetrics(time: time)
        engine = RelayEngine(
            RelayEngine.Parts(
                keeper: keeper,
                revocations: try RevocationStore(directory: self.directory.file("state"), append: append),
                sender: sender, metrics: metrics, limits: limits, time: time, random: SystemRandom(), log: log))
        handler = RelayHandler(
            engine: engine, connections: ConnectionLimits(limits, random: SystemRandom(), time: time),
            gateways: gateways, metricsCredential: metricsCredential, pause: { time.advance(by: $0) })
        opener = TokenOpener(keeper)
    }

    /// Limits that hold nobody back but for devices and contacts.
    static var wide: RelayLimits {
        var limits = RelayLimits()
        limits.connectionPerMinute = 1_000_000
        limits.connectionBurst = 1_000_000
        limits.opensPerSecond = 1_000_000
        return limits
    }

    var hour: UInt32 { UInt32(time.now().seconds / 3600) }

    /// Does all that is to be done now.
    func settle() {
        time.advance(by: .milliseconds(20))
        _ = engine.drain(opener)
        engine.writer.flush()
    }

    /// Lets time pass and does what becomes due on the way.
    func pass(_ span: Duration) {
        let end = time.uptime() + span
        while time.uptime() < end {
            let next = engine.drain(opener).map { Duration.microseconds($0) } ?? end
            time.advance(by: min(max(next - time.uptime(), .milliseconds(1)), end - time.uptime()))
        }
        _ = engine.drain(opener)
        engine.writer.flush()
    }

    // MARK: Tokens

    /// A device that has opted in.
    func device(_ name: String = "device") -> TestDevice { TestDevice(name: name) }

    /// The token of a device for a contact.
    func token(
        _ device: TestDevice = TestDevice(name: "device"), for contact: UInt8 = 1,
        change: (inout SealedTokenContent) -> Void = { _ in }
    ) throws -> SealedToken {
        try token(content(device, for: contact, change: change))
    }

    func content(
        _ device: TestDevice, for contact: UInt8 = 1, change: (inout SealedTokenContent) -> Void = { _ in }
    ) -> SealedTokenContent {
        let expires = hour + 2000
        var content = SealedTokenContent(
            address: device.address, app: Self.app, policy: .visibleFallback, issued: hour, expires: hour + 1080,
            reference: TestDevice.reference(contact), revocationTag: SealedTokenProof.revocationTag(of: device.secret),
            wakeKey: device.wakeKey,
            ticket: keeper.secrets.ticket(of: device.address.ticketMessage(app: Self.app, expires: expires)),
            ticketExpires: expires)
        change(&content)
        return content
    }

    func token(_ content: SealedTokenContent) throws -> SealedToken {
        guard let key = keeper.current.plan.active(hour: hour)?.key else { throw TestFailure("no active key") }
        return try SealedToken.seal(content, to: key)
    }

    // MARK: Calls

    func post(
        _ path: String, _ value: JSONValue, from address: String = "192.0.2.1", credential: String? = nil
    ) async throws -> HTTPResponse {
        try await call("POST", path, value.compact, from: address, credential: credential)
    }

    func call(
        _ method: String, _ path: String, _ body: [UInt8] = [], type: String = "application/json",
        from address: String = "192.0.2.1", credential: String? = nil, headers others: [(String, String)] = []
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders([("Content-Type", type)] + others)
        if let credential { headers.add("Authorization", "Bearer \(credential)") }
        guard
            let head = HTTPRequestHead(
                method: method, target: path, headers: headers, remoteAddress: IPAddress(address))
        else { throw TestFailure("no path") }
        let call = begin(HTTPRequest(head: head, body: body))
        if await call.isQueued() { settle() }
        return await call.answer
    }

    /// Revokes a token by its secret.
    func revoke(_ token: SealedToken, _ secret: [UInt8]) async throws -> HTTPResponse {
        try await post(
            "/v1/sealed/revoke",
            ["items": [["token": .string(token.text), "secret": .string(Base64URL.encode(secret))]]])
    }

    /// Begins a call whose answer may wait for what the test lets happen. Others that wait are settled with the next.
    func begin(_ request: HTTPRequest) -> TestCall { TestCall(request, handler, metrics) }

    func revocation(_ items: [(token: SealedToken, secret: [UInt8])]) throws -> HTTPRequest {
        let body: JSONValue = [
            "items": .array(
                items.map { ["token": .string($0.token.text), "secret": .string(Base64URL.encode($0.secret))] })
        ]
        guard let head = HTTPRequestHead(method: "POST", target: "/v1/sealed/revoke") else {
            throw TestFailure("no path")
        }
        return HTTPRequest(head: head, body: body.compact)
    }

    func wake(
        _ tokens: [SealedToken], _ kind: String = "silent", nonce: [UInt8] = SystemRandom().bytes(16),
        from address: String = "192.0.2.1", credential: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/v1/sealed/wake",
            [
                "v": 1, "nonce": .string(Base64URL.encode(nonce)), "class": .string(kind),
                "tokens": .array(tokens.map { .string($0.text) }),
            ], from: address, credential: credential)
    }

    /// What a device was told, in order.
    func messages(_ device: TestDevice) -> [WakeMessage] {
        sender.sent.filter { $0.token == device.address.bytes }.compactMap {
            WakeMessage(opening: $0.sealed, with: SymmetricKey(data: device.wakeKey))
        }
    }
}

/// A device of a test.
struct TestDevice {
    let address: PushAddress
    let wakeKey: [UInt8]
    let secret: [UInt8]

    init(name: String, address: PushAddress? = nil) {
        self.address = address ?? .fcm(token: "\(name):token")
        wakeKey = Array(SHA256.hash(data: Array("key \(name)".utf8)).prefix(16))
        secret = Array(SHA256.hash(data: Array("secret \(name)".utf8)))
    }

    static func reference(_ contact: UInt8) -> [UInt8] { [UInt8](repeating: contact, count: 16) }
}
