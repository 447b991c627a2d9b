// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Reads this thread's OpenSSL error queue.
enum OpenSSLFailure {
    /// The text of the newest error, after which the queue is empty; `fallback` when there is none.
    static func take(_ fallback: String) -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0, let reason = ERR_reason_error_string(code) else { return fallback }
        return String(cString: reason)
    }
}
