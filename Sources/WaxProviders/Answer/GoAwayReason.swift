// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Why Apple ends a connection: the `reason` of the JSON that comes with a GOAWAY (establishing-a-connection-to-apns).
package enum GoAwayReason {
    private static let longest = 1024

    /// The reason, printable ASCII of at most 100 bytes; nil when `debugData` is not such JSON, or is longer than 1024 bytes.
    package static func text(_ debugData: [UInt8]) -> String? {
        guard debugData.count <= longest, let reason = (try? JSONReader.parse(debugData))?["reason"]?.stringValue,
            !reason.isEmpty
        else { return nil }
        return BoundedText.printable(reason, limit: 100)
    }
}
