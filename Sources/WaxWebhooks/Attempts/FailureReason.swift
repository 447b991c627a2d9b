// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Why an attempt failed, in a word that is stored and shown. No word has anything of the answer or the address in it.
package enum FailureReason: Hashable, Sendable {
    /// Another status than 2xx.
    case status(Int)
    case timeout
    /// Every address of the host is one that this server does not connect to.
    case forbiddenAddress
    case hostNotFound
    case cannotConnect
    case tls
    case connectionLost
    case answerTooLarge
    case invalidURL
    /// The secret cannot be read with the server's master key.
    case secretUnreadable
    /// The webhook is off.
    case off
    case other

    init(_ reason: HTTPClientError.Reason) {
        self =
            switch reason {
            case .invalidRequest: .invalidURL
            case .forbiddenAddress: .forbiddenAddress
            case .cannotResolve: .hostNotFound
            case .cannotConnect: .cannotConnect
            case .tls: .tls
            case .timedOut: .timeout
            case .connectionLost: .connectionLost
            case .responseTooLarge: .answerTooLarge
            case .cancelled, .other: .other
            }
    }

    var text: String {
        switch self {
        case .status(let status): "HTTP_\(status)"
        case .timeout: "TIMEOUT"
        case .forbiddenAddress: "FORBIDDEN_ADDRESS"
        case .hostNotFound: "HOST_NOT_FOUND"
        case .cannotConnect: "CANNOT_CONNECT"
        case .tls: "TLS_FAILED"
        case .connectionLost: "CONNECTION_LOST"
        case .answerTooLarge: "ANSWER_TOO_LARGE"
        case .invalidURL: "INVALID_URL"
        case .secretUnreadable: "SECRET_UNREADABLE"
        case .off: "WEBHOOK_OFF"
        case .other: "REQUEST_FAILED"
        }
    }
}
