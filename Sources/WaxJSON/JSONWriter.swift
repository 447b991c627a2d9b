// SPDX-License-Identifier: Apache-2.0

/// Writes JSON in the order of the calls into one growing buffer, and allocates nothing else.
///
/// Text is raw UTF-8; only what RFC 8259 demands is escaped, so never `/`. Commas and colons come by themselves:
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("badge")
///     writer.number(3)
///     writer.endObject()
///     send(writer.bytes)
///
/// The caller sees to it that containers are closed and that each member has a key and one value.
package struct JSONWriter: Sendable {
    /// How the text is laid out.
    package enum Style: Sendable {
        /// Without any white space.
        case compact
        /// For people: a line for each item, two spaces for each level.
        case pretty
    }

    /// What has been written, after what the buffer held at the start.
    package internal(set) var bytes: [UInt8]
    private let style: Style
    private var depth = 0
    private var needsComma = false
    private var followsKey = false

    /// Appends to `bytes`, with the room that they have reserved.
    package init(appendingTo bytes: consuming [UInt8] = [], style: Style = .compact) {
        self.bytes = bytes
        self.style = style
    }

    /// Drops what has been written and keeps the room.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        depth = 0
        needsComma = false
        followsKey = false
    }

    /// Opens an object.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Closes the innermost container, an object.
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Opens an array.
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Closes the innermost container, an array.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the key of the next value.
    package mutating func key(_ key: String) {
        beginItem()
        appendQuoted(key)
        bytes.append(UInt8(ascii: ":"))
        if style == .pretty { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    /// Writes what comes before a key or a value.
    @inline(__always)
    mutating func beginItem() {
        if followsKey {
            followsKey = false
        } else {
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            if style == .pretty && depth > 0 { appendLineBreak() }
        }
        needsComma = true
    }

    private mutating func begin(_ bracket: UInt8) {
        beginItem()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if style == .pretty && needsComma { appendLineBreak() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func appendLineBreak() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}
