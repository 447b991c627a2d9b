// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders

/// Asks Google's token service over HTTPS.
struct CurlTokenTransport: TokenTransport {
    let client: HTTPClient
    let certificateFile: String?

    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        var request = HTTPClientRequest(method: "POST", url: url)
        request.headers.add("Content-Type", "application/x-www-form-urlencoded")
        request.headers.add("Accept", "application/json")
        request.body = form
        request.timeout = .seconds(15)
        request.certificateFile = certificateFile
        let response = try await client.send(request)
        return ProviderAnswer(
            status: response.status, retryAfter: response.headers["retry-after"], body: response.body)
    }
}
