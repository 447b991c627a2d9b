// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxFields
package import WaxHTTP
package import WaxJSON
import WaxRecords

/// How many elements of a list are wanted, and behind which one it goes on.
///
/// A cursor holds the numbers of the last element shown by which the list is ordered, and a hash of the account and the list, so that it is of no use
/// to others or elsewhere.
package struct ListCursor {
    private static let limits: ClosedRange<Int64> = 1...100
    private static let standardLimit: Int64 = 50
    private static let hashCount = 8

    package let limit: Int
    /// What the list is ordered by, of the last element shown; nil at the beginning.
    package let position: [Int64]?
    package var after: Int64? { position?.first }
    private let fingerprint: [UInt8]

    /// Reads `limit` and `cursor`; `purpose` names the list, with all that it is filtered by, which is in the order of so
    /// many `numbers`.
    package init(_ call: PersonalCall, purpose: String, numbers count: Int = 1) throws(Problem) {
        let head = call.request.head
        let limit: Int64
        if let text = head.queryValue("limit") {
            guard let number = JSONNumber(text)?.int64 else {
                throw Problem(FieldProblems([FieldProblem("limit", .type(.integer))]), in: "query")
            }
            limit = number
        } else {
            limit = Self.standardLimit
        }
        guard Self.limits.contains(limit) else {
            throw Problem(FieldProblems([FieldProblem("limit", .range(Self.limits))]), in: "query")
        }
        self.limit = Int(limit)
        let subject = "\(call.caller.person.account) \(call.caller.key?.seq ?? 0) \(purpose)"
        fingerprint = Array(SHA256.hash(data: Array(subject.utf8)).prefix(Self.hashCount))
        guard let cursor = head.queryValue("cursor") else {
            position = nil
            return
        }
        guard let bytes = Base64URL.decode(cursor), bytes.count == count * 8 + Self.hashCount,
            Array(bytes[(count * 8)...]) == fingerprint
        else { throw Problem(.cursorInvalid) }
        position = (0..<count).map { index in
            bytes[index * 8..<index * 8 + 8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
    }

    /// The answer: one element more than the limit was asked for, to know whether there are more.
    package func page<Element>(
        of found: [Element], key: (Element) -> Int64, _ render: (Element) -> JSONObject
    ) -> HTTPResponse {
        page(of: found, position: { [key($0)] }, render)
    }

    /// The same where elements are in the order of several numbers.
    package func page<Element>(
        of found: [Element], position: (Element) -> [Int64], _ render: (Element) -> JSONObject
    ) -> HTTPResponse {
        let shown = found.prefix(limit)
        var body: JSONObject = ["items": .array(shown.map { .object(render($0)) })]
        if found.count > limit, let last = shown.last {
            let numbers = position(last).flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
            body["next_cursor"] = .string(Base64URL.encode(numbers + fingerprint))
        }
        return .json(JSONValue.object(body).compact)
    }
}
