// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension JSONValue {
    /// Compact JSON.
    var text: String { String(decoding: compact, as: UTF8.self) }
}
