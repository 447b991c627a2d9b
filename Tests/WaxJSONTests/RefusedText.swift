// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

/// Bytes that the reader refuses, for which reason, and at which byte.
struct RefusedText: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let reason: JSONError.Reason
    let offset: Int
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }

    init(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
        self.init(Array(text.utf8), reason, offset)
    }

    init(_ bytes: [UInt8], _ reason: JSONError.Reason, _ offset: Int) {
        self.bytes = bytes
        self.reason = reason
        self.offset = offset
    }

    /// Bytes within quotes.
    static func string(_ bytes: UInt8..., offset: Int = 1) -> RefusedText {
        RefusedText([0x22] + bytes + [0x22], .invalidUTF8, offset)
    }

    func check() throws {
        let error = try #require(throws: JSONError.self) { try JSONReader.parse(bytes) }
        #expect(error.reason == reason)
        #expect(error.position.offset == offset)
    }
}
