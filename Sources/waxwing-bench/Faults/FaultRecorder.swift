// SPDX-License-Identifier: Apache-2.0
import WaxSimulator

/// Makes each delivery's history of what the simulator was asked and of when servers were killed.
struct FaultRecorder {
    /// How long before the end of a connection or a process an answer may still be under way, or not yet written down.
    private static let doubt: Int64 = 5000

    /// When dead servers were replaced, in milliseconds since 1970.
    let replacements: [Int64]

    private struct ConnectionKey: Hashable {
        let service: SimulatedService
        let connection: SimulatedConnection

        init(_ push: ReceivedPush) {
            service = push.service
            connection = push.connection
        }
    }

    /// How a connection came to its end.
    private struct Ends {
        /// The first of the servers that were killed after it had been used; nil for one of the last server's.
        var kill: Int?
        /// When a fault reset it.
        var reset: Int64?
    }

    /// The histories by device token.
    func histories(of received: [ReceivedPush], token: (ReceivedPush) -> String?) -> [String: FaultHistory] {
        let ends = ends(of: received)
        var histories: [String: FaultHistory] = [:]
        for push in received {
            guard let token = token(push) else { continue }
            histories[token, default: FaultHistory()].requests.append(
                request(push, ends[ConnectionKey(push)] ?? Ends()))
        }
        return histories.mapValues(counted)
    }

    /// What is known of a delivery for which no request came.
    var unsent: FaultHistory { counted(FaultHistory()) }

    private func ends(of received: [ReceivedPush]) -> [ConnectionKey: Ends] {
        var ends: [ConnectionKey: Ends] = [:]
        for push in received {
            let key = ConnectionKey(push)
            if ends[key] == nil { ends[key] = Ends(kill: replacements.firstIndex { push.milliseconds < $0 }) }
            if Self.resetsConnection(push.fault) { ends[key]?.reset = push.milliseconds }
        }
        return ends
    }

    private func request(_ push: ReceivedPush, _ ends: Ends) -> FaultHistory.Request {
        // Whatever came by a connection after its end is in doubt as well.
        func isNear(_ end: Int64?) -> Bool { end.map { $0 - push.milliseconds <= Self.doubt } ?? false }
        let end = Self.end(of: push)
        let kill = isNear(ends.kill.map { replacements[$0] }) ? ends.kill : nil
        return FaultHistory.Request(
            end: end, wasDelivered: push.wasDelivered, isInDoubt: end == .silent || kill != nil || isNear(ends.reset),
            kill: kill, names: Self.names(of: push))
    }

    private func counted(_ history: FaultHistory) -> FaultHistory {
        var history = history
        history.otherKills = replacements.count - Set(history.requests.compactMap(\.kill)).count
        return history
    }

    private static func end(of push: ReceivedPush) -> FaultHistory.Request.End {
        switch push.fault {
        case Fault.refuseStream?, Fault.goAway(delivers: false)?: .unserved
        default: push.status == nil ? .silent : .answered(reason: push.reason)
        }
    }

    private static func resetsConnection(_ fault: Fault?) -> Bool {
        fault == .resetConnection(delivers: true) || fault == .resetConnection(delivers: false)
    }

    private static func names(of push: ReceivedPush) -> [String]? {
        guard push.service == .apns else { return nil }
        return [push.header("apns-id") ?? "", push.header("apns-collapse-id") ?? ""]
    }
}
