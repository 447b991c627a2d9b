// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// Why something could not be done. No message holds a key or the text of a notification.
package enum ClientError: Error, Hashable, Sendable {
    /// What was asked for, or a setting, is wrong.
    case usage(String)
    /// Something else went wrong.
    case failure(String)
    /// No API key is set.
    case keyMissing
    /// The server refused.
    case refused(APIRefusal)
    /// There was no answer.
    case noAnswer(method: String, path: String, HTTPClientError)
    /// What was waited for did not come.
    case waitEnded(String)

    /// No encryption key is set, where there has to be one.
    package static let encryptionKeyMissing = ClientError.usage(
        "no encryption key: set PUSHWARD_E2E_KEY, or store one with 'pushward e2e import'")

    /// It is not known where the server is.
    package static let serverMissing = ClientError.usage(
        "no server: set PUSHWARD_API_URL, pass --api-url, or store one with 'pushward auth login --api-url URL'")

    /// What the command line answers to the shell.
    package var exit: PushwardExit {
        switch self {
        case .usage: .usage
        case .failure: .failure
        case .keyMissing: .unauthorized
        case .refused(let refusal): PushwardExit(status: refusal.status)
        case .noAnswer(_, _, let error): error.reason == .responseTooLarge ? .failure : .unavailable
        case .waitEnded: .waitEnded
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// Lower case, without a full stop; more than one line when a server names several fields.
    package var description: String {
        switch self {
        case .usage(let message), .failure(let message), .waitEnded(let message): message
        case .keyMissing: "no API key: run 'pushward auth login', or set PUSHWARD_API_TOKEN"
        case .refused(let refusal): refusal.description
        case .noAnswer(let method, let path, let error): "\(method) \(path): \(error)"
        }
    }
}
