// SPDX-License-Identifier: Apache-2.0
import Synchronization
import WaxSystem

/// What the threads of one server share.
final class ServerCore: Sendable {
    let configuration: HTTPServer.Configuration
    let handler: any HTTPHandler
    let time: any TimeSource
    let wake = WakeFlag()

    private let connections = Locked<[ObjectIdentifier: ServerConnection]>([:])
    private let draining = Atomic(false)
    private let halting = Atomic(false)

    init(configuration: HTTPServer.Configuration, handler: any HTTPHandler, time: any TimeSource) {
        self.configuration = configuration
        self.handler = handler
        self.time = time
    }

    /// Whether answers close their connection, because the server is being stopped.
    var isDraining: Bool { draining.load(ordering: .acquiring) }

    /// Whether no connection may be held any more.
    var isHalting: Bool { halting.load(ordering: .sequentiallyConsistent) }

    func drain() { draining.store(true, ordering: .releasing) }

    func halt() { halting.store(true, ordering: .sequentiallyConsistent) }

    func add(_ connection: ServerConnection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    func remove(_ connection: ServerConnection) {
        let isLast = connections.withLock {
            $0[ObjectIdentifier(connection)] = nil
            return $0.isEmpty
        }
        if isLast && isDraining { wake.signal() }
    }

    /// The connections that are open now.
    var openConnections: [ServerConnection] { connections.withLock { Array($0.values) } }
}
