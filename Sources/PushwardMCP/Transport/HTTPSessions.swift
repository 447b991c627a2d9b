// SPDX-License-Identifier: Apache-2.0

/// The conversations of an endpoint by the ids that their clients send.
struct HTTPSessions {
    /// How many are kept; a client whose session was forgotten is told so and begins another.
    static let limit = 256

    /// The one used last stands last.
    private var entries: [(id: String, connection: ExchangingConnection)] = []

    init() {}

    /// Keeps a conversation; returns the one that is forgotten for it, the first that nobody used for longest.
    mutating func add(_ connection: ExchangingConnection, as id: String) -> ExchangingConnection? {
        entries.append((id, connection))
        guard entries.count > Self.limit else { return nil }
        let idle = entries.firstIndex { $0.connection.callCount == 0 } ?? 0
        return entries.remove(at: idle).connection
    }

    /// The conversation of an id, which counts as used now.
    mutating func use(_ id: String) -> ExchangingConnection? {
        guard let connection = remove(id) else { return nil }
        entries.append((id, connection))
        return connection
    }

    /// Forgets a conversation.
    mutating func remove(_ id: String) -> ExchangingConnection? {
        guard let index = entries.firstIndex(where: { $0.id.utf8.elementsEqual(id.utf8) }) else { return nil }
        return entries.remove(at: index).connection
    }
}
