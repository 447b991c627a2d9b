// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension PushContent {
    /// Reads an opened plaintext.
    ///
    /// Throws `invalidPayload` when it is not one JSON object. White space around it (padding) and members of other
    /// names are passed over, and a member of the wrong type counts as absent: a device shows what it can.
    public init(plaintext: [UInt8]) throws(HKEnvelopeError) {
        guard let members = (try? JSONReader.parse(plaintext))?.objectValue else { throw .invalidPayload }
        self.init(
            title: members["title"]?.stringValue,
            body: members["body"]?.stringValue,
            data: members["data"]?.objectValue,
            badge: members["badge"]?.int64Value.flatMap { Int32(exactly: $0) }.flatMap { $0 < 0 ? nil : Int($0) },
            sound: members["sound"]?.stringValue,
            threadID: members["thread_id"]?.stringValue)
    }

    /// The push as compact JSON in the order title, body, data, badge, sound, thread_id; only what is there.
    public var plaintext: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("title", title)
        writer.member("body", body)
        if let data {
            writer.key("data")
            writer.value(.object(data))
        }
        if let badge {
            writer.key("badge")
            writer.number(badge)
        }
        writer.member("sound", sound)
        writer.member("thread_id", threadID)
        writer.endObject()
        return writer.bytes
    }

    /// The plaintext with spaces after it up to the next multiple of `multiple` bytes, which hides its length.
    ///
    /// The spaces are left out when they alone would take it over `limit` bytes.
    public func plaintext(paddedToMultipleOf multiple: Int, limit: Int) -> [UInt8] {
        var plaintext = plaintext
        SpacePadding.pad(&plaintext, toMultipleOf: multiple, limit: limit)
        return plaintext
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }
}
