// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Answers every request alike: what the HTTP server costs by itself.
struct BareHandler: HTTPHandler {
    /// As long as the answer to a registration.
    private static let body = [UInt8](repeating: UInt8(ascii: "x"), count: 470)

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        .json(Self.body, status: 201)
    }
}
