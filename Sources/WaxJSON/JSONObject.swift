// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object in the order in which they were written, each key once by its code points.
package struct JSONObject: Sendable {
    private struct Member: Sendable {
        let key: String
        var value: JSONValue
    }

    /// Room for the members of most objects, so that it need not grow.
    private static let usualCount = 8

    private var members: [Member] = []
    private var keyIndex = JSONKeyIndex()

    /// No members.
    package init() {}

    /// Takes members in order; a key must not stand twice.
    package init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members {
            let isNew = append(key, value)
            precondition(isNew, "a key stands twice")
        }
    }

    /// The value of a member.
    ///
    /// Setting keeps the place of a member that is there and appends one that is not; `.null` is a value like any
    /// other, while nil removes the member, which takes time in proportion to the number of members.
    package subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                keyIndex.rebuild(count: members.count) { members[$0].key }
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Whether there is a member of this name, null included.
    package func contains(_ key: String) -> Bool {
        position(of: key) != nil
    }

    /// Adds a member at the end; false, and nothing changed, when the key is there already.
    @discardableResult
    package mutating func append(_ key: String, _ value: JSONValue) -> Bool {
        guard position(of: key) == nil else { return false }
        if members.isEmpty { members.reserveCapacity(Self.usualCount) }
        members.append(Member(key: key, value: value))
        keyIndex.insert(count: members.count) { members[$0].key }
        return true
    }

    /// The keys in order.
    package var keys: [String] { members.map(\.key) }

    private func position(of key: String) -> Int? {
        keyIndex.find(key, count: members.count) { members[$0].key }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> (key: String, value: JSONValue) {
        (members[position].key, members[position].value)
    }
}

extension JSONObject: Equatable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count
            && zip(left.members, right.members).allSatisfy {
                $0.key.hasSameCodePoints(as: $1.key) && $0.value == $1.value
            }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.members = members.map { Member(key: $0.0, value: $0.1) }
        keyIndex.rebuild(count: members.count) { members[$0].0 }
        // Seen by whoever first runs the program that holds the literal.
        assert(members.indices.allSatisfy { position(of: members[$0].0) == $0 }, "a key stands twice")
    }
}
