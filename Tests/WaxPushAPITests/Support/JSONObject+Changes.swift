// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension JSONObject {
    /// The object with these members added or replaced; the value `-` takes one out.
    func changed(_ members: JSONObject) -> JSONObject {
        var object = self
        for (name, value) in members { object[name] = value == "-" ? Optional.none : .some(value) }
        return object
    }
}
