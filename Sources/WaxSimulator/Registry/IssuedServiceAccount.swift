// SPDX-License-Identifier: Apache-2.0

/// A service account as Google gives it to a developer.
public struct IssuedServiceAccount: Hashable, Sendable {
    /// The Firebase project it may push to.
    public let projectID: String
    /// The name of the account.
    public let clientEmail: String
    /// The id of its key.
    public let privateKeyID: String
    /// The text of the key file, which holds the private key.
    public let json: String
}

extension IssuedServiceAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// All but the key file.
    public var description: String { "service account \(clientEmail)" }
    /// All but the key file.
    public var debugDescription: String { description }
    /// All but the key file.
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "clientEmail": clientEmail, "privateKeyID": privateKeyID])
    }
}
