// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxSystem

/// Google's token service as a test plays it: numbered tokens, or what the test says.
final class FakeTokenService: TokenTransport {
    struct Unreachable: Error {}

    private struct State {
        var requests: [(form: String, url: String)] = []
        var answer: ProviderAnswer?
        var isReachable = true
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// What was posted so far.
    var requests: [(form: String, url: String)] { state.withLock { $0.requests } }

    func set(answer: ProviderAnswer? = nil, isReachable: Bool = true) {
        state.withLock {
            $0.answer = answer
            $0.isReachable = isReachable
        }
    }

    /// Lets requests wait until `release()`.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        let number = state.withLock { state in
            state.requests.append((form.text, url))
            return state.requests.count
        }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if goesOn { continuation.resume() }
        }
        let (answer, isReachable) = state.withLock { ($0.answer, $0.isReachable) }
        guard isReachable else { throw Unreachable() }
        return answer
            ?? ProviderAnswer(
                status: 200,
                body: #"{"access_token":"ya29.\#(number)","expires_in":3600,"token_type":"Bearer"}"#.bytes)
    }
}
