// SPDX-License-Identifier: Apache-2.0

/// What `pushward` answers to the shell: an interface of its own, which never changes.
package enum PushwardExit: Int32, Sendable, CaseIterable {
    /// All went well.
    case ok = 0
    /// Anything that has no number of its own: a refused request, a file that cannot be read, an envelope that does not
    /// open.
    case failure = 1
    /// Arguments or settings are wrong, or a text cannot be sealed. Nothing was sent, unless it was to be waited for and
    /// the server says that nothing will come.
    case usage = 2
    /// There is no API key, or the server does not take it.
    case unauthorized = 3
    /// The server has nothing of this name.
    case notFound = 4
    /// Too many requests, or the allowance is used up.
    case rateLimited = 5
    /// The server failed, or there was no answer.
    case unavailable = 6
    /// What was waited for did not come.
    case waitEnded = 7

    /// What follows from a status that is no success.
    package init(status: Int) {
        self =
            switch status {
            case 401, 403: .unauthorized
            case 404: .notFound
            case 429: .rateLimited
            case 500...: .unavailable
            default: .failure
            }
    }
}
