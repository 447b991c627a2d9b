// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxJSON
import WaxVectors

/// The published vectors of the `pw1` envelope.
struct VectorFile {
    private let file: JSONValue

    init() throws {
        file = try JSONReader.parse(PublishedVectors.pw1)
    }

    /// The vectors of one part, by their names.
    func part(_ name: String) throws -> [(name: String, envelope: String)] {
        let cases = file[name]?.arrayValue ?? []
        guard !cases.isEmpty else { throw TestFailure("no \(name)") }
        return try cases.map { vector in
            guard let name = vector["name"]?.stringValue, let envelope = vector["envelope"]?.stringValue else {
                throw TestFailure("a vector without name or envelope")
            }
            return (name, envelope)
        }
    }

    func envelope(_ name: String) throws -> String {
        guard let found = try part("seal").first(where: { $0.name == name }) else { throw TestFailure("no \(name)") }
        return found.envelope
    }
}
