// SPDX-License-Identifier: Apache-2.0

/// Several fields in one row of bytes, each after its length as 32 bits big-endian, so that no two lists of fields
/// look the same.
struct FramedBytes {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { field in
            appendLength(field.count)
            bytes.append(contentsOf: field)
        }
    }

    mutating func append(_ field: [UInt8]) {
        appendLength(field.count)
        bytes.append(contentsOf: field)
    }

    /// A number of fixed width, without a length.
    mutating func append(_ number: UInt32) {
        bytes.append(bigEndian: number)
    }

    private mutating func appendLength(_ count: Int) {
        bytes.append(bigEndian: UInt32(count))
    }
}
