// SPDX-License-Identifier: Apache-2.0
import WaxSimulator

/// One request for a delivery, as the simulator was given it.
struct FaultRequest {
    /// The device's token.
    let token: String
    /// Tells the connections of all services apart.
    let connection: Int
    /// Which of the servers it came from, from 0.
    let life: Int
    /// When it came, in milliseconds since 1970.
    let milliseconds: Int64
    let end: FaultHistory.Request.End
    let wasDelivered: Bool
    /// Whether the answer was held back for a while.
    var isDelayed = false
    /// Whether its connection was reset in place of an answer.
    var resetsConnection = false
    var names: [String]?
}

extension FaultRequest {
    /// The connections that the services had until a server was killed.
    typealias Connections = [SimulatedService: Set<SimulatedConnection>]

    private struct ConnectionKey: Hashable {
        let service: SimulatedService
        let connection: SimulatedConnection
    }

    /// Reads the simulator's log; `connections` are those that there were when each server had been killed, before the
    /// next one was started. What a dead server has asked may be read from its connections for some time.
    static func all(in log: [ReceivedPush], connections: [Connections]) -> [FaultRequest] {
        var numbers: [ConnectionKey: Int] = [:]
        return log.compactMap { push in
            guard let token = push.deviceToken else { return nil }
            let key = ConnectionKey(service: push.service, connection: push.connection)
            let number = numbers[key] ?? numbers.count
            numbers[key] = number
            let life = connections.firstIndex { $0[push.service]?.contains(push.connection) ?? false }
            return FaultRequest(
                token: token, connection: number, life: life ?? connections.count, milliseconds: push.milliseconds,
                end: end(of: push), wasDelivered: push.wasDelivered, isDelayed: push.fault == FaultScript.latency,
                resetsConnection: push.fault == .resetConnection(delivers: true)
                    || push.fault == .resetConnection(delivers: false), names: names(of: push))
        }
    }

    private static func end(of push: ReceivedPush) -> FaultHistory.Request.End {
        switch push.fault {
        case Fault.refuseStream?, Fault.goAway(delivers: false)?: .unserved
        default: push.status == nil ? .silent : .answered(reason: push.reason)
        }
    }

    private static func names(of push: ReceivedPush) -> [String]? {
        guard push.service == .apns else { return nil }
        return [push.header("apns-id") ?? "", push.header("apns-collapse-id") ?? ""]
    }
}
