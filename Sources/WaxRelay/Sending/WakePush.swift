// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// A push that is ready for a provider.
struct WakePush: Sendable {
    /// The app and its provider.
    let lane: ProviderLane
    /// Where the device is, in memory that is wiped when the push is over.
    let opened: OpenedToken
    /// What the device is sent: sealed to it, of one size.
    let sealed: [UInt8]
    /// Whether it may show something.
    let isVisible: Bool
    /// Whether it brings a code, for which nobody had to show anything.
    var isEnrolment = false
}

/// What came of a push.
enum WakeOutcome: Hashable, Sendable {
    case delivered
    /// The device is gone.
    case dead
    /// The provider refuses the app, not the device.
    case misconfigured(reason: String)
    /// The provider does not take the app's token or its connection; the next push has another.
    case tokenRefused(reason: String)
    /// The provider calls the request wrong, which is a defect here.
    case rejected(reason: String)
    /// To be tried again, after a wait if one was asked for.
    case again(after: Duration?)
}

/// Hands pushes to providers.
protocol WakeSending: Sendable {
    /// Whether an app has what its provider asks for.
    func canSend(_ lane: ProviderLane) -> Bool
    /// Sends a push, and says once what came of it, from any thread.
    func send(_ push: WakePush, _ done: @escaping @Sendable (WakeOutcome) -> Void)
    /// Ends all connections.
    func stop()
}

/// Takes every push and says that it arrived: for measurements of everything else.
struct WakeSink: WakeSending {
    func canSend(_ lane: ProviderLane) -> Bool { true }
    func send(_ push: WakePush, _ done: @escaping @Sendable (WakeOutcome) -> Void) { done(.delivered) }
    func stop() {}
}
