// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Looks for a secret in everything that Swift can print of a value. What is compared is never part of a failure's text.
enum Redaction {
    /// Expects no line of a private key's PEM text, nor its bytes in any form: those given, or the end of the encoding,
    /// which with RSA is secret.
    static func check(
        _ value: Any, hides pem: String, _ bytes: [UInt8]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        let encoded = try #require(Data(base64Encoded: lines.joined()), sourceLocation: sourceLocation)
        check(value, hides: lines.map(String.init), sourceLocation: sourceLocation)
        check(value, hides: bytes ?? Array(encoded.suffix(24)), sourceLocation: sourceLocation)
    }

    /// Expects none of these texts.
    static func check(_ value: Any, hides texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(found(texts, in: value) == [], "texts by their numbers", sourceLocation: sourceLocation)
    }

    /// Expects these bytes neither as numbers nor as digits nor in base64.
    static func check(_ value: Any, hides bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(found(forms(of: bytes), in: value) == [], "forms by their numbers", sourceLocation: sourceLocation)
    }

    /// The numbers of those texts that are printed.
    static func found(_ texts: [String], in value: Any) -> [Int] {
        var dumped = ""
        dump(value, to: &dumped)
        // `dump` indents, each level further.
        let lines = dumped.split(separator: "\n").map { $0.drop { $0 == " " } + "\n" }.joined()
        let printed = ["\(value)", String(reflecting: value), "\([value])", dumped, lines].joined(separator: "\n")
        return texts.indices.filter { texts[$0].isEmpty || printed.contains(texts[$0]) }
    }

    /// What the beginning of the bytes may look like.
    static func forms(of bytes: [UInt8]) -> [String] {
        let start = bytes.prefix(6)
        let digits = start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [
            start.map(String.init).joined(separator: ", "), digits, digits.uppercased(),
            Data(start).base64EncodedString(), start.prefix(3).map { "- \($0)\n" }.joined(),
        ]
    }
}
