// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxSystem

/// Google's token service as a test plays it: numbered tokens, or what the test says.
final class FakeTokenService: TokenTransport {
    private struct State {
        var requests = 0
        var answer: ProviderAnswer?
    }

    private let state = Locked(State())

    var requests: Int { state.withLock { $0.requests } }

    /// Answers this from now on; nil for a token.
    func set(_ answer: ProviderAnswer?) {
        state.withLock { $0.answer = answer }
    }

    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        state.withLock { state in
            state.requests += 1
            let token = #"{"access_token":"ya29.\#(state.requests)","expires_in":3600,"token_type":"Bearer"}"#
            return state.answer ?? ProviderAnswer(status: 200, body: Array(token.utf8))
        }
    }
}
