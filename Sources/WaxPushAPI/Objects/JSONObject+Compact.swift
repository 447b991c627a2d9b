// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension JSONObject {
    /// The object as compact JSON text.
    var compact: [UInt8] { JSONValue.object(self).compact }
}
