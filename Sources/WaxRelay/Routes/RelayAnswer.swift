// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// The answers that a relay gives: the same bytes for everything that a token may turn out to be.
enum RelayAnswer {
    /// To a call with tokens that have the right shape, whatever they hold.
    static let accepted = HTTPResponse.json(Array(#"{"v":1}"#.utf8), status: 202)
    /// To a call of the simple mode, whatever it holds.
    static let simple = HTTPResponse.json(Array(#"{"success": true}"#.utf8))
    static let malformed = error("malformed", status: 400)
    static let refused = error("refused", status: 403)
    static let notFound = error("not_found", status: 404)
    static let tooLarge = error("too_large", status: 413)
    static let overloaded = error("overloaded", status: 503)
    /// A revocation could not be written down: only who knows the secret of a token that works gets this far.
    static let notWritten = error("not_written", status: 503)

    /// The client has used up what it may send.
    static func limited(after wait: Duration) -> HTTPResponse {
        var response = error("rate_limited", status: 429)
        response.headers.add("Retry-After", String(max(1, Int((wait / .seconds(1)).rounded(.up)))))
        return response
    }

    static func error(_ name: String, status: Int) -> HTTPResponse {
        .json(Array(#"{"error":"\#(name)"}"#.utf8), status: status)
    }
}
