// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

extension World {
    /// The device that a request is for, as far as the request says so in any form.
    static func deviceToken(path: String, body: [UInt8], _ service: SimulatedService) -> String? {
        switch service {
        case .apns, .apnsSandbox: APNsRules.deviceToken(in: path)
        case .fcm: (try? JSONReader.parse(body))?["message"]?["token"]?.stringValue
        case .oauth: nil
        case .webPush: WebPushRules.deviceToken(in: path)
        }
    }

    /// Lets a request go wrong; `outcome` is what came of it if it was served.
    func apply(
        _ fault: Fault, to outcome: inout Outcome, _ service: SimulatedService, _ streamID: Int32,
        _ connection: inout Connection
    ) {
        switch fault.kind {
        case .answer(let reason, let status, let retryAfter):
            outcome.reply = Self.refusal(reason, by: service, status: status, retryAfter: retryAfter)
        case .delay(let delay): outcome.timing = .later(delay)
        case .hold: outcome.timing = .onRelease
        case .silence: outcome.reply = nil
        case .resetStream(let code):
            outcome.reply = nil
            outcome.commands.append(.resetStream(streamID, code: code))
        case .goAway:
            connection.lastToServe = connection.lastServed
            outcome.commands.append(
                .goAway(
                    lastStreamID: connection.lastServed, code: HTTP2ErrorCode.noError,
                    debugData: service == .apns || service == .apnsSandbox ? Self.shutdown : []))
            // A stream that is not above the last one must still be told that it was not served.
            if !fault.isProcessed && streamID < connection.lastServed {
                outcome.commands.append(.resetStream(streamID, code: HTTP2ErrorCode.refusedStream))
            }
        case .resetConnection:
            outcome.reply = nil
            outcome.commands.append(.reset)
        case .setStreamLimit(let limit): outcome.commands.append(.setMaximumStreams(limit))
        }
    }

    /// What Apple sends with a GOAWAY.
    static let shutdown = JSONValue.object(["reason": "Shutdown"]).compact

    private static func refusal(
        _ reason: String, by service: SimulatedService, status: Int?, retryAfter: Int?
    ) -> ProviderReply {
        switch service {
        case .apns, .apnsSandbox:
            return .apnsRefused(
                reason: reason, status: status ?? APNsReason(rawValue: reason)?.status ?? 500,
                id: "00000000-0000-4000-8000-000000000000", retryAfter: retryAfter)
        case .fcm:
            let code = FCMErrorCode(rawValue: reason)
            let refusal = FCMRefusal(
                status: status ?? code?.status ?? 500, message: "The simulator was told to answer this.", code: code)
            return .google(refusal.body, status: refusal.status, retryAfter: retryAfter, reason: reason)
        case .webPush:
            return .webPushRefused(
                reason, status: status ?? WebPushReason(rawValue: reason)?.status ?? 500, retryAfter: retryAfter)
        case .oauth:
            return .oauthRefused(
                reason, description: "The simulator was told to answer this.", status: status ?? 400,
                retryAfter: retryAfter)
        }
    }
}

extension ProviderReply {
    /// What Google's token endpoint answers when it gives no token.
    static func oauthRefused(
        _ error: String, description: String, status: Int = 400, retryAfter: Int? = nil
    ) -> ProviderReply {
        .google(
            ["error": .string(error), "error_description": .string(description)], status: status,
            retryAfter: retryAfter, reason: error)
    }
}
