// SPDX-License-Identifier: Apache-2.0

/// A signing key as Apple gives it to a developer, with what has to be known to use it.
public struct IssuedAPNsKey: Hashable, Sendable {
    /// The team it belongs to, 10 characters.
    public let teamID: String
    /// The app it was issued for; it may push to every app of the team.
    public let bundleID: String
    /// The id of the key, 10 characters.
    public let keyID: String
    /// The key as the text of a `.p8` file: PKCS#8 in PEM.
    public let privateKey: String
}

extension IssuedAPNsKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// All but the key itself.
    public var description: String { "APNs key \(keyID) of team \(teamID)" }
    /// All but the key itself.
    public var debugDescription: String { description }
    /// All but the key itself.
    public var customMirror: Mirror {
        Mirror(self, children: ["teamID": teamID, "bundleID": bundleID, "keyID": keyID])
    }
}
