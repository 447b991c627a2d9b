// SPDX-License-Identifier: Apache-2.0

/// Something that the operator or the app's owner must put right; the raw value is the API's.
package enum AppAlert: String, Sendable, CaseIterable {
    /// The provider refuses the app's credentials.
    case credentialRefused = "credential_refused"
    /// A fresh provider token counts as expired: the server's clock is wrong.
    case clockWrong = "clock_wrong"
    /// The bundle id, the project id or what the credentials may do does not fit the app.
    case configurationInvalid = "configuration_invalid"
    /// The provider calls the request malformed, which is a defect of this server.
    case requestInvalid = "request_invalid"
    /// Most of the app's tokens are refused: it looks like the wrong environment or the wrong app.
    case tokensRefused = "tokens_refused"

    /// Whether sending to this provider stops for the app until its credentials change.
    package var pausesSending: Bool { self == .credentialRefused }
}
