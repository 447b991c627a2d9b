// SPDX-License-Identifier: Apache-2.0
import WaxSimulator

/// Makes each delivery's history of what the simulator was asked and of when servers were killed.
struct FaultRecorder {
    /// How long before the end of a connection or a process an answer may still be under way, or not yet written down.
    private static let doubt: Int64 = 5000

    /// When servers were killed, in milliseconds since 1970.
    let kills: [Int64]

    /// The histories by device token.
    func histories(of received: [ReceivedPush], token: (ReceivedPush) -> String?) -> [String: FaultHistory] {
        var ends: [SimulatedService: [SimulatedConnection: Int64]] = [:]
        for push in received where Self.endsConnection(push.fault) {
            ends[push.service, default: [:]][push.connection] = push.milliseconds
        }
        var histories: [String: FaultHistory] = [:]
        for push in received {
            guard let token = token(push) else { continue }
            let end = ends[push.service]?[push.connection]
            let kill = kill(after: push)
            histories[token, default: FaultHistory()].requests.append(
                FaultHistory.Request(
                    end: Self.end(of: push), wasDelivered: push.wasDelivered,
                    isInDoubt: isInDoubt(push, connectionEnd: end, kill: kill), kill: kill,
                    names: Self.names(of: push)))
        }
        return histories.mapValues(counted)
    }

    /// What is known of a delivery for which no request came.
    var unsent: FaultHistory { counted(FaultHistory()) }

    private func counted(_ history: FaultHistory) -> FaultHistory {
        var history = history
        let near = Set(history.requests.compactMap { $0.isInDoubt ? $0.kill : nil })
        history.otherKills = kills.count - near.count
        return history
    }

    private func kill(after push: ReceivedPush) -> Int? {
        kills.firstIndex { (0...Self.doubt).contains($0 - push.milliseconds) }
    }

    private func isInDoubt(_ push: ReceivedPush, connectionEnd: Int64?, kill: Int?) -> Bool {
        if kill != nil || push.status == nil && Self.end(of: push) != .unserved { return true }
        return connectionEnd.map { (0...Self.doubt).contains($0 - push.milliseconds) } ?? false
    }

    private static func end(of push: ReceivedPush) -> FaultHistory.Request.End {
        switch push.fault {
        case Fault.refuseStream?, Fault.goAway(delivers: false)?: .unserved
        default: push.status == nil ? .silent : .answered(reason: push.reason)
        }
    }

    private static func endsConnection(_ fault: Fault?) -> Bool {
        fault == .resetConnection(delivers: true) || fault == .resetConnection(delivers: false)
    }

    private static func names(of push: ReceivedPush) -> [String]? {
        guard push.service == .apns else { return nil }
        return [push.header("apns-id") ?? "", push.header("apns-collapse-id") ?? ""]
    }
}
