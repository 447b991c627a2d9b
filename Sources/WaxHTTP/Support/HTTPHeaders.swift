// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order in which they stand; names are matched without regard to ASCII case.
package struct HTTPHeaders: Hashable, Sendable {
    /// One header line.
    package struct Field: Hashable, Sendable {
        /// The name in the case in which it was written.
        package let name: String
        /// The value without blanks around it.
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the name is a token (RFC 9110 section 5.6.2); a blank before the colon, say, makes it none.
        var hasValidName: Bool { HTTPHeaders.isToken(name) }

        /// Whether the field can be sent without becoming two.
        package var isValid: Bool { hasValidName && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
    }

    /// All fields.
    package private(set) var fields: [Field] = []

    package init() {}

    /// The fields of the pairs, in their order.
    package init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field called `name`; setting replaces all of them, nil removes them.
    package subscript(_ name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of all fields called `name`, in order.
    package func values(_ name: String) -> [String] {
        fields.compactMap { Self.isSame($0.name, name) ? $0.value : nil }
    }

    /// Appends a field, and keeps those of the same name.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Whether `text` is a token (RFC 9110 section 5.6.2), as names of fields are.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenCharacter)
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && left.utf8.elementsEqual(right.utf8) { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }
}
