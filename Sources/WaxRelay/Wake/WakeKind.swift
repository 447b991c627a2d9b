// SPDX-License-Identifier: Apache-2.0

/// What a sender asks for.
enum WakeKind: Hashable, Sendable {
    /// The app looks for what is new, unseen.
    case silent
    /// The device may show something, if the owner's token allows it.
    case alert
    /// The simple mode: a payload that nobody vouches for, beside the token itself.
    case simple(payload: String)

    /// Whether the device may show something, as far as the sender is concerned.
    var isVisible: Bool { self != .silent }

    var payload: String? {
        if case .simple(let payload) = self { payload } else { nil }
    }
}
