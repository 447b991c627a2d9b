// SPDX-License-Identifier: Apache-2.0

/// One of the simulated services; each listens at an address of its own.
public enum SimulatedService: String, CaseIterable, Hashable, Sendable {
    /// Apple's push service.
    case apns
    /// Apple's push service for development builds.
    case apnsSandbox = "apns_sandbox"
    /// Google's push service, Firebase Cloud Messaging over HTTP v1.
    case fcm
    /// Google's OAuth 2.0 token endpoint.
    case oauth
    /// The push service of a browser.
    case webPush = "web_push"
}
