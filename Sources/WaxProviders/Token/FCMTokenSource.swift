// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// Google's access tokens, one for each credential, fetched by one caller at a time and shared by all.
package final class FCMTokenSource: Sendable {
    private struct Entry {
        var state = FCMTokenState()
        var fetch: Task<Result<String, ProviderError>, Never>?
    }

    private let transport: any TokenTransport
    private let time: any TimeSource
    private let entries = Locked<[FCMCredential.Identity: Entry]>([:])

    package init(transport: any TokenTransport, time: any TimeSource) {
        self.transport = transport
        self.time = time
    }

    /// The value of `authorization` for requests with this credential.
    ///
    /// `rejected` is a value that FCM did not take: it is replaced, unless that happened already or it is less than a
    /// minute old. Throws `tokenRefused`, `tokenUnavailable` or `signingFailed`.
    package func authorization(
        for credential: FCMCredential, replacing rejected: String? = nil
    ) async throws(ProviderError) -> String {
        let now = time.uptime()
        let (step, fetch) = entries.withLock { entries in
            let step = entries[credential.identity, default: Entry()].state.step(now: now, rejected: rejected)
            if step == .fetch {
                entries = entries.filter { !$0.value.state.isOver(now: now) }
                // Not a child of the caller, who may be cancelled while others wait.
                entries[credential.identity]?.fetch = Task { await self.fetch(credential, askedAt: now) }
            }
            return (step, entries[credential.identity]?.fetch)
        }
        switch (step, fetch) {
        case (.use(let authorization), _): return authorization
        case (.fail(let error), _): throw error
        case (_, let fetch?): return try await fetch.value.get()
        case (_, nil): throw .tokenUnavailable(status: nil, retryAfter: nil)
        }
    }

    /// The value of `authorization` when it can be had without waiting; nil when `authorization(for:)` is to be asked.
    package func held(for credential: FCMCredential) -> String? {
        let now = time.uptime()
        return entries.withLock { $0[credential.identity]?.state.held(now: now) }
    }

    private func fetch(_ credential: FCMCredential, askedAt: Duration) async -> Result<String, ProviderError> {
        let grant: Result<FCMTokenRequest.Grant, ProviderError>
        do throws(ProviderError) {
            grant = .success(try await ask(credential))
        } catch {
            grant = .failure(error)
        }
        let now = time.uptime()
        return entries.withLock { entries in
            var entry = entries[credential.identity] ?? Entry()
            entry.fetch = nil
            defer { entries[credential.identity] = entry }
            return switch grant {
            case .success(let grant): .success(entry.state.succeed(grant, askedAt: askedAt))
            case .failure(let error): entry.state.fail(error, now: now)
            }
        }
    }

    private func ask(_ credential: FCMCredential) async throws(ProviderError) -> FCMTokenRequest.Grant {
        let form = try FCMTokenRequest.form(for: credential, now: time.now())
        let answer: ProviderAnswer
        do {
            answer = try await transport.post(form: form, to: credential.tokenURI)
        } catch {
            throw .tokenUnavailable(status: nil, retryAfter: nil)
        }
        return try FCMTokenRequest.grant(from: answer, now: time.now())
    }
}
