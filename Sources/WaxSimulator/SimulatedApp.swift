// SPDX-License-Identifier: Apache-2.0

/// An app on a phone, by what its provider calls it.
public enum SimulatedApp: Hashable, Sendable {
    /// Which of Apple's two services a build of an app is reached through.
    public enum Environment: String, CaseIterable, Hashable, Sendable {
        /// TestFlight, App Store and ad hoc builds.
        case production
        /// Builds that Xcode runs.
        case sandbox
    }

    /// An iOS app by its bundle id.
    case ios(bundleID: String, environment: Environment = .production)
    /// An Android app by the id of its Firebase project.
    case android(projectID: String)
    /// A web app by the key for which a browser subscribed it: the server's public key, 87 characters of base64url.
    case web(applicationServerKey: String)
}
