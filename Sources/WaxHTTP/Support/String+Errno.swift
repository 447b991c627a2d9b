// SPDX-License-Identifier: Apache-2.0
import Glibc

extension String {
    /// The system's words for an errno.
    init(errno code: Int32) {
        self = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
