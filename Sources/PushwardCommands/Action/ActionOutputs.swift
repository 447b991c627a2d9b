// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON
import WaxSystem

/// What a step hands to the steps after it.
struct ActionOutputs: Sendable {
    /// The longest response that is handed on, in bytes: GitHub takes a megabyte for all outputs of a job.
    static let maximumResponseBytes = 512 * 1024

    /// Names and values, without those that there are not.
    let values: [(name: String, value: String)]
    /// Why something is missing.
    let warning: String?

    /// Reads what a command printed.
    init(printed: [UInt8]) {
        var values: [(String, String)] = []
        let text = String(decoding: printed, as: UTF8.self).trimmed ?? ""
        let isTooLong = text.utf8.count > Self.maximumResponseBytes
        if !text.isEmpty, !isTooLong { values.append(("response", text)) }
        let answer = try? JSONReader.parse(text)
        func add(_ name: String, _ fields: String...) {
            for field in fields {
                guard let value = answer?[field]?.stringValue ?? answer?[field]?.numberValue?.text else { continue }
                values.append((name, value))
                return
            }
        }
        add("id", "id", "notification_id")
        add("slug", "slug")
        add("answer", "action_id")
        add("answer-text", "text")
        add("status", "status")
        self.values = values
        warning = isTooLong ? "the response is longer than 512 KiB, so the output response is empty" : nil
    }

    /// What is appended to the file that GitHub reads outputs from.
    /// - Parameter random: for a delimiter that no value can foresee.
    func text(random: any RandomSource) -> String {
        values.map { name, value in
            var delimiter: String
            repeat {
                delimiter = "end_" + random.bytes(16).map { String($0, radix: 36) }.joined()
            } while value.contains(delimiter)
            return "\(name)<<\(delimiter)\n\(value)\n\(delimiter)\n"
        }.joined()
    }
}
