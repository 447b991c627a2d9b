// SPDX-License-Identifier: Apache-2.0

/// How the form that asks for an access token reaches Google.
package protocol TokenTransport: Sendable {
    /// Posts `application/x-www-form-urlencoded` content to an https URL without following redirects.
    ///
    /// Throws when there was no answer.
    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer
}
