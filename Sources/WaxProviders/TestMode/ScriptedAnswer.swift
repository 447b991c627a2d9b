// SPDX-License-Identifier: Apache-2.0

/// How one request of test mode ends.
package struct ScriptedAnswer: Hashable, Sendable {
    package enum Ending: Hashable, Sendable {
        case answer(ProviderAnswer)
        case failure(SendFailure)
    }

    package let ending: Ending
    /// How long the provider takes.
    package let delay: Duration

    init(_ ending: Ending, delay: Duration = .zero) {
        self.ending = ending
        self.delay = delay
    }
}
