// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension PW1Content {
    /// The bytes that a padded plaintext is a multiple of.
    static let paddingMultiple = 64

    /// The texts as compact JSON in the order title, subtitle, body, url, padded with spaces where they fit.
    ///
    /// Throws as `check()` does, and `contentTooLong` for more than 2 266 bytes.
    package func plaintext() throws(PW1Error) -> [UInt8] {
        try check()
        var writer = JSONWriter()
        writer.beginObject()
        for (key, text) in [("title", title), ("subtitle", subtitle), ("body", body), ("url", url)] {
            guard let text else { continue }
            writer.key(key)
            writer.string(text)
        }
        writer.endObject()
        var plaintext = writer.bytes
        guard plaintext.count <= PW1Envelope.maximumPlaintext else {
            throw .contentTooLong(bytes: plaintext.count)
        }
        SpacePadding.pad(&plaintext, toMultipleOf: Self.paddingMultiple, limit: PW1Envelope.maximumPlaintext)
        return plaintext
    }

    /// Reads an opened plaintext as every receiver does.
    ///
    /// Throws `contentInvalid` unless it is a JSON object whose title and body are texts and not empty, and whose
    /// subtitle and url are texts where they stand. Longer texts are cut, and a url that breaks the rule is dropped.
    package init(plaintext: [UInt8]) throws(PW1Error) {
        guard let members = (try? JSONReader.parse(plaintext))?.objectValue,
            let title = members["title"]?.stringValue, !title.isEmpty,
            let body = members["body"]?.stringValue, !body.isEmpty
        else { throw .contentInvalid }
        let url = try Self.optionalText(members["url"])
        self.init(
            title: title.cut(to: Self.maximumTitleLength),
            subtitle: try Self.optionalText(members["subtitle"])?.cut(to: Self.maximumTitleLength),
            body: body.cut(to: Self.maximumBodyLength),
            url: url.flatMap { try? ActionURL($0) }?.text)
    }

    private static func optionalText(_ value: JSONValue?) throws(PW1Error) -> String? {
        guard let value else { return nil }
        guard let text = value.stringValue else { throw .contentInvalid }
        return text
    }
}

extension String {
    /// The first `length` code points.
    fileprivate func cut(to length: Int) -> String { String(unicodeScalars.prefix(length)) }
}
