// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Which keys count: the current one and the one before it, by their ids.
struct KeyRing: Equatable {
    let current: String
    let previous: String?

    func contains(_ keyID: String) -> Bool { keyID == current || keyID == previous }
}

extension KeyRing {
    /// Reads a record; nil when it is not that of a ring.
    init?(record: [UInt8]) {
        guard let value = try? JSONReader.parse(record), let current = value["current"]?.stringValue else { return nil }
        self.init(current: current, previous: value["previous"]?.stringValue)
    }

    var record: [UInt8] {
        var object: JSONObject = ["current": .string(current)]
        object["previous"] = previous.map { .string($0) }
        return JSONValue.object(object).compact
    }
}
