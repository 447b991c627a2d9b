// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxRecords
import WaxSystem

/// The body of a webhook: the same bytes at every attempt.
enum EventBody {
    /// The body of an event; `data` is its object as JSON text.
    static func bytes(_ event: WebhookEvent, mode: Mode, data: String) -> [UInt8] {
        var bytes = JSONValue.object([
            "id": .string(PublicID(.event, event.id).text), "type": .string(event.type.name),
            "timestamp": .string(event.createdAt.rfc3339), "mode": .string(mode.label),
        ]).compact
        // The object goes in as it was written once.
        bytes.removeLast()
        bytes += Array(#","data":"#.utf8)
        bytes += Array(data.utf8)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
