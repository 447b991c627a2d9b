// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension JSONWriter {
    /// Writes a member with a text; nothing for nil.
    mutating func member(_ key: String, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }
}
