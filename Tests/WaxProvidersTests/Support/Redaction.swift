// SPDX-License-Identifier: Apache-2.0
import Testing

/// Looks for a private key in everything that Swift can print of a value.
enum Redaction {
    static func check(_ value: Any, hides pem: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var dumped = ""
        dump(value, to: &dumped)
        let printed = [String(describing: value), String(reflecting: value), dumped].joined(separator: "\n")
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        try #require(!lines.isEmpty, sourceLocation: sourceLocation)
        for line in lines {
            #expect(!printed.contains(line), sourceLocation: sourceLocation)
        }
    }
}
