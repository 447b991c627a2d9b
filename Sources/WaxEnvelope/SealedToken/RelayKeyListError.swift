// SPDX-License-Identifier: Apache-2.0

/// Why an app does not take a relay's list of keys.
public enum RelayKeyListError: String, Error, Hashable, Sendable, CaseIterable {
    /// No list.
    case format
    /// Not signed by the root key that the app knows.
    case signature
    /// The list of another relay.
    case otherRelay
    /// It has ended, or is good for longer than any list is.
    case expired
    /// The app has seen a later one.
    case older
}
