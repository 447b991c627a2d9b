// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

extension RelayHandler {
    /// `POST /v1/sealed/wake`
    func wake(_ request: HTTPRequest, _ client: ClientKey) -> HTTPResponse {
        let call: WakeRequest
        do throws(WakeRequest.Refusal) {
            call = try WakeRequest(request)
        } catch .tooLarge {
            return refuse(client, tokens: 1) ?? RelayAnswer.tooLarge
        } catch {
            return malformed(client)
        }
        if let refusal = refuse(client, tokens: call.tokens.count) { return refusal }
        guard submit(call.tokens, of: client, { _ in .wake(call.kind, nonce: call.nonce) }) else {
            return RelayAnswer.overloaded
        }
        return RelayAnswer.accepted
    }

    /// `POST /issue-notification`, the simple mode: its answer is the same for everything that it is given.
    func issueNotification(_ request: HTTPRequest, _ client: ClientKey) -> HTTPResponse {
        if let refusal = refuse(client, tokens: 1) { return refusal }
        guard let object = try? JSONReader.parse(request.body),
            let payload = object["notificationPayload"]?.stringValue,
            payload.utf8.count <= SimpleWakeMessage.maximumPayload,
            let text = (object["fcmcipher"] ?? object["notificationCypher"])?.stringValue,
            let token = try? SealedToken(text)
        else {
            engine.parts.metrics.count(.malformed)
            return RelayAnswer.simple
        }
        let nonce = engine.parts.random.bytes(WakeRequest.nonceByteCount)
        guard submit([token], of: client, { _ in .wake(.simple(payload: payload), nonce: nonce) }) else {
            return RelayAnswer.overloaded
        }
        return RelayAnswer.simple
    }

    /// `GET /cypher-public-key`, the simple mode: the active key as the base64 of its PEM text.
    func publicKey(_ client: ClientKey) -> HTTPResponse {
        if let refusal = refuse(client, tokens: 1) { return refusal }
        guard let pem = engine.parts.keeper.current.activePEM(hour: engine.hour) else { return RelayAnswer.overloaded }
        let value: JSONValue = ["publicKey": .string(Data(pem.utf8).base64EncodedString())]
        return .json(value.compact)
    }

    /// `GET /v1/sealed/keys`
    func keys(_ client: ClientKey) -> HTTPResponse {
        if let refusal = refuse(client, tokens: 1) { return refusal }
        guard let list = engine.parts.keeper.current.signedList else { return RelayAnswer.overloaded }
        var response = HTTPResponse.json(list)
        response.headers.add("Cache-Control", "max-age=3600")
        return response
    }
}
