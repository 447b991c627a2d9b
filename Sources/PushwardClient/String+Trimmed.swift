// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without ASCII white space at its ends; nil when nothing is left.
    package var trimmed: String? {
        guard let first = utf8.firstIndex(where: { !$0.isASCIIBlank }),
            let last = utf8.lastIndex(where: { !$0.isASCIIBlank })
        else { return nil }
        return String(self[first...last])
    }
}
