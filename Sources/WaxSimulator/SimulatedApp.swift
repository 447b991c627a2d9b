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
}
