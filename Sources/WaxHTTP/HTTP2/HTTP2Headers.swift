// SPDX-License-Identifier: Apache-2.0

/// Header fields in order, in one buffer, because a request at full speed has no time for a string per field.
package struct HTTP2Headers: Sendable {
    /// Where a field lies in `bytes`: its name, then its value.
    struct Field: Sendable {
        let start: Int
        let nameCount: Int
        let valueCount: Int
        let isIndexed: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var fields: [Field] = []

    package init() {}

    /// The fields of `headers`, and room for so many more, of so many bytes.
    package init(_ headers: HTTP2Headers, reserving fieldCount: Int, byteCount: Int) {
        bytes.reserveCapacity(headers.bytes.count + byteCount)
        bytes += headers.bytes
        fields.reserveCapacity(headers.fields.count + fieldCount)
        fields += headers.fields
    }

    /// Appends a field. The name is lower case; neither part may hold a control character.
    ///
    /// - Parameter isIndexed: False for a value that is secret or never comes again. HPACK then sends it as a literal
    ///   that no table keeps (RFC 7541, section 6.2.3).
    package mutating func append(_ name: String, _ value: String, isIndexed: Bool = true) {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value.utf8)
        fields.append(
            Field(
                start: start, nameCount: nameEnd - start, valueCount: bytes.count - nameEnd, isIndexed: isIndexed))
    }

    /// Appends a field whose value, of `count` bytes, `write` puts into the room that it is given.
    package mutating func append(
        _ name: StaticString, count: Int, isIndexed: Bool = true, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        fields.append(
            Field(start: bytes.count, nameCount: name.utf8CodeUnitCount, valueCount: count, isIndexed: isIndexed))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { room in
            room.initialize(repeating: 0)
            write(room)
            bytes.append(contentsOf: room)
        }
    }

    /// Appends a field of bytes as they were received.
    mutating func append(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isIndexed: Bool = true
    ) {
        fields.append(
            Field(start: bytes.count, nameCount: name.count, valueCount: value.count, isIndexed: isIndexed))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    /// Removes all fields and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// The number of fields.
    package var count: Int { fields.count }

    /// The field at `index` as text; bytes that are not UTF-8 are replaced.
    package subscript(index: Int) -> (name: String, value: String) {
        let field = fields[index]
        let middle = field.start + field.nameCount
        return (
            String(decoding: bytes[field.start..<middle], as: UTF8.self),
            String(decoding: bytes[middle..<middle + field.valueCount], as: UTF8.self)
        )
    }

    /// Whether the field at `index` may be kept in compression tables.
    package func isIndexed(_ index: Int) -> Bool { fields[index].isIndexed }

    /// The value of the first field with this lower-case name.
    package subscript(name: String) -> String? {
        for (index, field) in fields.enumerated() where field.nameCount == name.utf8.count {
            if bytes[field.start..<field.start + field.nameCount].elementsEqual(name.utf8) { return self[index].value }
        }
        return nil
    }
}

extension HTTP2Headers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}

extension HTTP2Headers: CustomStringConvertible {
    /// The names alone: a value may be a secret.
    package var description: String { "\(fields.indices.map { self[$0].name })" }
}
