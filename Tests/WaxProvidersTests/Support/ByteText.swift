// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// The bytes as text, for tests that compare.
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    /// The text as bytes.
    var bytes: [UInt8] { Array(utf8) }
}
