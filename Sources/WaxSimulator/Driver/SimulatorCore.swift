// SPDX-License-Identifier: Apache-2.0
import Dispatch
import WaxHTTP
import WaxSystem

/// Carries out what comes of requests: answers them, steers connections and hands pushes to devices.
final class SimulatorCore: Sendable {
    let world: Watched<World>
    private let time: any TimeSource
    private let held = Locked<[Held]>([])
    /// Phones open envelopes here, since the threads of the services have to answer.
    private let phones = DispatchQueue(label: "simulator.phones")

    private struct Held: Sendable {
        let response: HTTP2ServerResponse
        let control: HTTP2ServerControl
    }

    init(world: World, time: any TimeSource) {
        self.world = Watched(world)
        self.time = time
    }

    /// What the services take for the time.
    func now() -> Timestamp { time.now() + world.read { $0.clockOffset } }

    func handle(_ event: HTTP2ServerEvent, of service: SimulatedService) {
        switch event {
        case .opened(let connection): world.update { $0.add(connection, of: service) }
        case .closed(let connection, _): world.update { $0.remove(connection, of: service) }
        case .cancelled: break
        }
    }

    /// Serves the requests of one service, in their order.
    func handle(_ requests: [HTTP2ServerRequest], to service: SimulatedService, _ control: HTTP2ServerControl) {
        let time = time.now()
        var responses: [HTTP2ServerResponse] = []
        responses.reserveCapacity(requests.count)
        var commands: [(HTTP2ServerCommand, HTTP2ConnectionID)] = []
        var deliveries: [(Outcome.Delivery, ReceivedPush)] = []
        world.update { world in
            let now = time + world.clockOffset
            for incoming in requests {
                let request = ProviderRequest(
                    method: incoming.method, path: incoming.path, headers: incoming.headers, body: incoming.body)
                guard let outcome = world.handle(request, to: service, from: incoming.key, now: now) else { continue }
                let push = Self.record(
                    outcome, of: request, service, incoming.key.connection, now, in: &world.log)
                if let delivery = outcome.delivery { deliveries.append((delivery, push)) }
                if let reply = outcome.reply {
                    let response = HTTP2ServerResponse(
                        to: incoming.key, status: reply.status, headers: reply.headers, body: reply.body)
                    switch outcome.timing {
                    case .now: responses.append(response)
                    case .later(let delay): respond(response, after: delay, control)
                    case .onRelease: held.withLock { $0.append(Held(response: response, control: control)) }
                    }
                }
                for command in outcome.commands { commands.append((command, incoming.key.connection)) }
            }
        }
        for (delivery, push) in deliveries { deliver(delivery, push) }
        control.respond(responses)
        for (command, connection) in commands { control.perform(command, on: connection) }
    }

    /// Sends the answers that were held back; how many there were.
    func releaseAnswers() -> Int {
        let released = held.withLock { held in
            defer { held.removeAll() }
            return held
        }
        for answer in released { answer.control.respond([answer.response]) }
        return released.count
    }

    private static func record(
        _ outcome: Outcome, of request: ProviderRequest, _ service: SimulatedService,
        _ connection: HTTP2ConnectionID, _ now: Timestamp, in log: inout PushLog
    ) -> ReceivedPush {
        let push = ReceivedPush(
            service: service, time: now, request: request, status: outcome.reply?.status,
            reason: outcome.reply?.reason, messageID: outcome.reply?.messageID, wasDelivered: outcome.delivery != nil,
            fault: outcome.fault, connection: SimulatedConnection(connection))
        log.add(push, isKept: service != .oauth)
        return push
    }

    private func respond(_ response: HTTP2ServerResponse, after delay: Duration, _ control: HTTP2ServerControl) {
        let nanoseconds = Int(clamping: delay.components.attoseconds / 1_000_000_000)
        let deadline = DispatchTime.now() + .seconds(Int(delay.components.seconds)) + .nanoseconds(nanoseconds)
        DispatchQueue.global().asyncAfter(deadline: deadline) { control.respond([response]) }
    }

    private func deliver(_ delivery: Outcome.Delivery, _ push: ReceivedPush) {
        switch delivery.owner {
        case .none: break
        case .phone(let phone): phones.async { phone.receive(push, message: delivery.message) }
        case .bulk(let devices, let index):
            devices.receive(at: index, delivery.message.map(SamplePayload.android) ?? .ios(push.body))
        }
    }
}
