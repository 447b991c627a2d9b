// SPDX-License-Identifier: Apache-2.0

/// By how much a push is larger than its provider takes; the members are those of `PUSH_PAYLOAD_TOO_LARGE`.
package struct PayloadOverflow: Error, Hashable, Sendable {
    package let platform: Platform
    package let isEncrypted: Bool
    package let limitBytes: Int
    package let sizeBytes: Int
    /// The bytes by which the body must become shorter.
    ///
    /// UTF-8 bytes of the text; where the text stands in JSON, a character that JSON escapes (`"`, `\` and control
    /// characters) counts for as many bytes as its escape has. So cutting so many plain ASCII characters always suffices.
    package let cutBytes: Int

    package init(platform: Platform, isEncrypted: Bool, limitBytes: Int, sizeBytes: Int, cutBytes: Int) {
        self.platform = platform
        self.isEncrypted = isEncrypted
        self.limitBytes = limitBytes
        self.sizeBytes = sizeBytes
        self.cutBytes = cutBytes
    }
}
