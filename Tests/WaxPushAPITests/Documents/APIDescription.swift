// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// What `docs/openapi.yaml` says of each operation. It reads the few lines it needs by their indentation.
struct APIDescription {
    struct Operation: Hashable {
        let method: String
        let path: String
        var permission: String?
        var rateClass: String?
        var id: String?
        var isSecured = true
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs")

    let text: String
    let operations: [Operation]

    init() throws {
        text = try String(contentsOf: Self.folder.appending(path: "openapi.yaml"), encoding: .utf8)
        guard let start = text.range(of: "\npaths:\n"), let end = text.range(of: "\ncomponents:\n") else {
            throw TestFailure("no paths")
        }
        var operations: [Operation] = []
        var path = ""
        for line in text[start.upperBound..<end.lowerBound].split(separator: "\n") {
            let content = line.drop { $0 == " " }
            switch line.count - content.count {
            case 2: path = String(content.dropLast())
            case 4 where content != "parameters:":
                operations.append(Operation(method: content.dropLast().uppercased(), path: path))
            case 6 where !operations.isEmpty:
                let parts = content.split(separator: ":", maxSplits: 1)
                let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                let last = operations.endIndex - 1
                switch parts[0] {
                case "x-permission": operations[last].permission = value
                case "x-rate-class": operations[last].rateClass = value
                case "operationId": operations[last].id = value
                case "security" where value == "[]": operations[last].isSecured = false
                default: break
                }
            default: break
            }
        }
        self.operations = operations
    }

    /// The elements of the list that follows the line `name:` of the part that begins with `part`.
    func list(_ name: String, in part: String) throws -> [String] {
        guard let start = text.range(of: part), let head = text[start.upperBound...].range(of: name) else {
            throw TestFailure("no \(part)")
        }
        return text[head.upperBound...].split(separator: "\n").lazy.map { $0.trimmingCharacters(in: .whitespaces) }
            .prefix { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }
}
