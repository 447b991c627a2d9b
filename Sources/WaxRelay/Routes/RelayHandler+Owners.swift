// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

extension RelayHandler {
    private static let codeByteCount = 16
    private static let secretByteCount = 32

    /// `POST /v1/sealed/enroll {"token"}`: the device is sent a code.
    func enroll(_ request: HTTPRequest, _ client: ClientKey) -> HTTPResponse {
        guard let token = token(in: request) else { return malformed(client) }
        if let refusal = refuse(client, tokens: 1) { return refusal }
        return submit([token], of: client) { _ in .enrol } ? RelayAnswer.accepted : RelayAnswer.overloaded
    }

    /// `POST /v1/sealed/ticket {"token","code"}`: the proof that the device opted in.
    func ticket(_ request: HTTPRequest, _ client: ClientKey) -> HTTPResponse {
        guard let token = token(in: request), let code = bytes("code", Self.codeByteCount, in: request) else {
            return malformed(client)
        }
        if let refusal = refuse(client, tokens: 1) { return refusal }
        guard let granted = withOpener({ engine.ticket(for: token, code: code, $0) }), let (ticket, expires) = granted
        else { return RelayAnswer.refused }
        let value: JSONValue = [
            "ticket": .string(Base64URL.encode(ticket)), "ticket_exp": .number(JSONNumber(Int64(expires))),
        ]
        return .json(value.compact)
    }

    /// `POST /v1/sealed/revoke {"items":[{"token","secret"}]}`
    func revoke(_ request: HTTPRequest, _ client: ClientKey) async -> HTTPResponse {
        guard let items = (try? JSONReader.parse(request.body))?["items"]?.arrayValue, !items.isEmpty else {
            return malformed(client)
        }
        guard items.count <= WakeRequest.maximumTokens else { return refuse(client, tokens: 1) ?? RelayAnswer.tooLarge }
        var tokens: [SealedToken] = []
        var secrets: [[UInt8]] = []
        for item in items {
            guard let token = item["token"]?.stringValue.flatMap({ try? SealedToken($0) }),
                let secret = item["secret"]?.stringValue.flatMap({ Base64URL.decode($0) }),
                secret.count == Self.secretByteCount
            else { return malformed(client) }
            tokens.append(token)
            secrets.append(secret)
        }
        if let refusal = refuse(client, tokens: tokens.count) { return refusal }
        let call = OwnerCall(parts: tokens.count)
        return await answer(to: call) { submit(tokens, of: client) { .revoke(secret: secrets[$0], call) } }
    }

    /// `POST /v1/sealed/revoke-all {"token","code"}`: by the same proof as a ticket.
    func revokeAll(_ request: HTTPRequest, _ client: ClientKey) async -> HTTPResponse {
        guard let token = token(in: request), let code = bytes("code", Self.codeByteCount, in: request) else {
            return malformed(client)
        }
        if let refusal = refuse(client, tokens: 1) { return refusal }
        let call = OwnerCall(parts: 1)
        return await answer(to: call) { submit([token], of: client) { _ in .revokeAll(code: code, call) } }
    }

    /// Answers once all revocations of a call are on the disk, at a time that does not tell whether there were any: on the
    /// second beat after it came, unless the disk takes longer.
    private func answer(to call: OwnerCall, _ submit: () -> Bool) async -> HTTPResponse {
        let earliest = engine.now + Self.beat
        guard submit() else { return RelayAnswer.overloaded }
        let outcome = await call.outcome()
        let now = engine.now
        let due = (max(now, earliest) + Self.beat - 1) / Self.beat * Self.beat
        await pause(.microseconds(due - now))
        return switch outcome {
        case .done: RelayAnswer.accepted
        case .refused: RelayAnswer.refused
        case .limited: RelayAnswer.limited(after: Self.limitedFor)
        case .failed: RelayAnswer.notWritten
        }
    }

    private static let beat = Duration.milliseconds(100).microseconds
    /// When an owner that has revoked too much may go on: there is room for four more by then.
    private static let limitedFor = Duration.seconds(60)

    private func token(in request: HTTPRequest) -> SealedToken? {
        (try? JSONReader.parse(request.body))?["token"]?.stringValue.flatMap { try? SealedToken($0) }
    }

    private func bytes(_ name: String, _ count: Int, in request: HTTPRequest) -> [UInt8]? {
        (try? JSONReader.parse(request.body))?[name]?.stringValue.flatMap { Base64URL.decode($0) }
            .flatMap { $0.count == count ? $0 : nil }
    }
}
