// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// What is protected of a receipt: all that its sender wrote, and the button that was tapped.
package struct ReceiptDetails: Equatable, Sendable {
    /// By which its pushes replace each other; as the sender gave it, or one of the server's own.
    package let collapseID: String
    package let tags: [String]
    /// Who is told of its end; nil when nobody is.
    package let callbackURL: String?
    /// The button that was tapped.
    package var actionID: String?

    package init(collapseID: String, tags: [String], callbackURL: String?, actionID: String? = nil) {
        self.collapseID = collapseID
        self.tags = tags
        self.callbackURL = callbackURL
        self.actionID = actionID
    }

    var encoded: [UInt8] {
        var object: JSONObject = [
            "collapse_id": .string(collapseID), "tags": .array(tags.map(JSONValue.string)),
        ]
        object["callback_url"] = callbackURL.map(JSONValue.string)
        object["action_id"] = actionID.map(JSONValue.string)
        return JSONValue.object(object).compact
    }

    init(encoded: [UInt8]) throws {
        let object = try JSONReader.parse(encoded)
        guard let collapseID = object["collapse_id"]?.stringValue, let tags = object["tags"]?.arrayValue else {
            throw RecordError.unreadable("receipts")
        }
        self.init(
            collapseID: collapseID, tags: tags.compactMap(\.stringValue),
            callbackURL: object["callback_url"]?.stringValue, actionID: object["action_id"]?.stringValue)
    }
}
