// SPDX-License-Identifier: Apache-2.0

/// Why a text is not JSON that this module takes, and where; it holds nothing of the text itself.
package struct JSONError: Error, Hashable, Sendable {
    /// The rule that was broken.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case emptyInput, byteOrderMark, unexpectedEnd, expectedValue, expectedKey, expectedColon, expectedCommaOrEnd
        case trailingComma, trailingData, invalidUTF8, controlCharacter, invalidEscape, loneSurrogate
        case invalidNumber, leadingZero, duplicateKey, tooDeep
    }

    /// The rule that the text breaks.
    package let reason: Reason
    /// Where the offending part begins.
    package let position: JSONPosition

    /// Makes the error for a rule and a place.
    package init(_ reason: Reason, at position: JSONPosition) {
        self.reason = reason
        self.position = position
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        "\(reason.text) at line \(position.line), column \(position.column) (byte \(position.offset))"
    }
}

extension JSONError.Reason {
    fileprivate var text: String {
        switch self {
        case .emptyInput: "there is no value"
        case .byteOrderMark: "a byte order mark"
        case .unexpectedEnd: "the text ends too early"
        case .expectedValue: "a value is expected"
        case .expectedKey: "a key in quotes is expected"
        case .expectedColon: "a colon is expected"
        case .expectedCommaOrEnd: "a comma or the closing bracket is expected"
        case .trailingComma: "a comma with nothing after it"
        case .trailingData: "something follows the value"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter: "a control character in a string"
        case .invalidEscape: "an escape that JSON does not have"
        case .loneSurrogate: "half a surrogate pair"
        case .invalidNumber: "a number that is not complete"
        case .leadingZero: "a number with a leading zero"
        case .duplicateKey: "a key for the second time"
        case .tooDeep: "nesting deeper than \(JSONReader.maximumDepth)"
        }
    }
}
