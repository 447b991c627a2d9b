// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Asks Google's token service over HTTPS.
package struct CurlTokenTransport: TokenTransport {
    private let client: HTTPClient

    /// `certificateFile` holds the authorities to trust instead of the system's.
    package init(certificateFile: String?) {
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = certificateFile
        client = HTTPClient(configuration: configuration)
    }

    package func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        var request = HTTPClientRequest(method: "POST", url: url)
        request.headers.add("Content-Type", "application/x-www-form-urlencoded")
        request.headers.add("Accept", "application/json")
        request.body = form
        let response = try await client.send(request)
        return ProviderAnswer(
            status: response.status, retryAfter: response.headers["retry-after"], body: response.body)
    }
}
