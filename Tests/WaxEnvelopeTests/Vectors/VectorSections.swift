// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxEnvelope
import WaxJSON

/// A file of test vectors with its three sections, none of which is empty.
struct VectorSections {
    let format: String
    let seal: [JSONValue]
    let openFail: [JSONValue]
    let parseFail: [JSONValue]
    let file: JSONValue

    /// The file is no vector file of ours, or a section of it says nothing.
    struct Refused: Error, Equatable {
        let section: String
    }

    init(_ text: [UInt8]) throws {
        let file = try JSONReader.parse(text)
        func section(_ name: String) throws -> [JSONValue] {
            guard let cases = file[name]?.arrayValue, !cases.isEmpty else { throw Refused(section: name) }
            return cases
        }
        guard let format = file["format"]?.stringValue else { throw Refused(section: "format") }
        self.format = format
        self.file = file
        seal = try section("seal")
        openFail = try section("open_fail")
        parseFail = try section("parse_fail")
    }

    /// Runs every case through the code for its format.
    func run() throws {
        switch format {
        case "hk": try HKVectorRunner().run(self)
        case "pw1": try PW1VectorRunner().run(self)
        case "spt1": try TokenVectorRunner(file).run(self)
        default: throw Refused(section: "format")
        }
    }

    /// The project's own vector files.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Vectors")
        .standardized
}

/// What a vector lacks.
struct MissingMember: Error {
    let name: String
}

extension JSONValue {
    /// The text of a member that must be there.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.stringValue else { throw MissingMember(name: name) }
        return text
    }

    /// A member that must be there.
    func member(_ name: String) throws -> JSONValue {
        guard let value = self[name] else { throw MissingMember(name: name) }
        return value
    }

    /// The bytes of a member in base64url.
    func base64(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(name)) else { throw MissingMember(name: name) }
        return bytes
    }

    /// The bytes of a member in hexadecimal.
    func hexadecimal(_ name: String) throws -> [UInt8] {
        let text = try text(name)
        return stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
    }
}
