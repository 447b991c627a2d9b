// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxRecords
import WaxStore
import WaxSystem

/// Runs a change at most once for each idempotency key: what it writes and the answer it gave stand in one transaction.
struct Idempotency {
    /// How long a key is remembered.
    private static let life = Duration.seconds(24 * 3600)

    let service: PushService
    let call: PushCall

    /// An answer that a transaction may keep.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Answers from memory, or prepares the change outside of any transaction and then writes it in one.
    func run(
        prepare: () throws -> @Sendable (Transaction) throws -> Answer
    ) async throws -> HTTPResponse {
        guard let key = call.request.head.headers["idempotency-key"] else {
            return Self.response(try await service.database.write(try prepare()))
        }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw APIError(.idempotencyKeyInvalid)
        }
        let scope = IdempotencyTable.Scope(
            owner: call.owner, route: "\(call.request.head.method) \(call.request.head.path)", key: key)
        guard service.running.begin(scope) else {
            throw APIError(.idempotencyInProgress, headers: [("Retry-After", "1")])
        }
        defer { service.running.end(scope) }
        let (vault, body, now) = (service.vault, call.request.body, call.now)
        let known = try service.database.read { try IdempotencyTable($0, vault).find(scope, body: body, now: now) }
        if let known { return try Self.replay(known) }
        let change = try prepare()
        let outcome = try await service.database.write { sql -> (IdempotencyTable.Known?, Answer?) in
            let keys = IdempotencyTable(sql, vault)
            if let known = try keys.find(scope, body: body, now: now) { return (known, nil) }
            let answer = try change(sql)
            try keys.insert(
                scope, body: body, status: answer.status, answer: answer.body, expiresAt: now + Self.life)
            return (nil, answer)
        }
        if let known = outcome.0 { return try Self.replay(known) }
        guard let answer = outcome.1 else { throw APIError(.internalError) }
        return Self.response(answer)
    }

    private static func replay(_ known: IdempotencyTable.Known) throws -> HTTPResponse {
        switch known {
        case .otherBody: throw APIError(.idempotencyKeyReused)
        case .sameBody(let status, let answer):
            var response = HTTPResponse.json(answer, status: status)
            response.headers.add("Idempotent-Replayed", "true")
            return response
        }
    }

    private static func response(_ answer: Answer) -> HTTPResponse {
        .json(answer.body, status: answer.status)
    }
}
