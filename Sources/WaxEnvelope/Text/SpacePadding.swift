// SPDX-License-Identifier: Apache-2.0

/// Trailing spaces that hide the length of a JSON text; every JSON reader skips them.
package enum SpacePadding {
    /// Fills `text` with spaces up to the next multiple of `multiple` bytes.
    ///
    /// Nothing is added where that would take the text over `limit` bytes, or when `multiple` is below 2.
    package static func pad(_ text: inout [UInt8], toMultipleOf multiple: Int, limit: Int) {
        guard multiple > 1 else { return }
        let over = text.count % multiple
        guard over > 0 else { return }
        let missing = multiple - over
        guard text.count + missing <= limit else { return }
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
    }
}
