// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

/// The query of a list: its filters, how many elements it wants, and behind which one it goes on.
///
/// A cursor holds the identifier of the last element shown and a hash of the caller and the filters, so that it is of no
/// use to others or with others.
struct ListQuery {
    let limit: Int
    let after: ULID?
    private let filters: [String: String]
    private let fingerprint: [UInt8]

    /// Reads the query of a request, in which only `names` may filter.
    init(_ call: PushCall, filters names: [String]) throws {
        let head = call.request.head
        var problems: [FieldProblem] = []
        var values: [String: String] = [:]
        for item in head.query {
            guard names.contains(item.name) || ["limit", "cursor"].contains(item.name) else {
                problems.append(FieldProblem(item.name, .unknown))
                continue
            }
            if values.updateValue(item.value, forKey: item.name) != nil {
                problems.append(FieldProblem(item.name, .duplicate))
            }
        }
        let range: ClosedRange<Int64> = 1...100
        let wanted = values["limit"].map { JSONNumber($0)?.int64 } ?? 20
        if wanted == nil { problems.append(FieldProblem("limit", .type(.integer))) }
        if let wanted, !range.contains(wanted) { problems.append(FieldProblem("limit", .range(range))) }
        let fingerprint = Self.fingerprint(of: head.path, call.owner, names.map { values[$0] })
        var after: ULID?
        if let cursor = values["cursor"] {
            after = Self.decode(cursor, fingerprint)
            if after == nil { problems.append(FieldProblem("cursor", .format(Self.cursorRule))) }
        }
        if !problems.isEmpty { throw APIError(problems) }
        limit = Int(wanted ?? 20)
        self.after = after
        self.filters = values
        self.fingerprint = fingerprint
    }

    /// The filter with this name.
    func filter<Value>(_ name: String, _ rule: FieldRule, _ read: (String) -> Value?) throws -> Value? {
        guard let text = filters[name] else { return nil }
        guard let value = read(text) else { throw APIError([FieldProblem(name, rule)]) }
        return value
    }

    func boolean(_ name: String) throws -> Bool? {
        try filter(name, .type(.boolean)) { ["true": true, "false": false][$0] }
    }

    /// The answer: one element more than the limit was asked for, to know whether there are more.
    func page<Element>(of found: [Element], id: (Element) -> ULID, _ render: (Element) throws -> JSONObject) rethrows
        -> HTTPResponse
    {
        let shown = found.prefix(limit)
        let hasMore = found.count > limit
        let cursor = hasMore ? shown.last.map { Base64URL.encode(id($0).bytes + fingerprint) } : nil
        let body: JSONObject = [
            "data": .array(try shown.map { .object(try render($0)) }), "has_more": .bool(hasMore),
            "next_cursor": cursor.map(JSONValue.string) ?? .null,
        ]
        return .json(body.compact)
    }

    static let cursorRule = LocalizedText(
        "must be a next_cursor of the same list with the same filters",
        "doit être un next_cursor de la même liste avec les mêmes filtres")

    private static func decode(_ cursor: String, _ fingerprint: [UInt8]) -> ULID? {
        guard let bytes = Base64URL.decode(cursor), bytes.count == 16 + fingerprint.count,
            bytes.suffix(fingerprint.count).elementsEqual(fingerprint)
        else { return nil }
        return ULID(bytes: Array(bytes.prefix(16)))
    }

    private static func fingerprint(of path: String, _ owner: Owner, _ values: [String?]) -> [UInt8] {
        let parts = JSONValue.array(
            [.string(path), .string(owner.mode.label), .number(JSONNumber(owner.account))]
                + values.map { $0.map(JSONValue.string) ?? .null })
        return Array(SHA256.hash(data: parts.compact).prefix(8))
    }
}
