// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON

/// A program that seals messages in another language: one of Tests/Interop/pw1, or a sample of a documentation.
struct PW1Sealer: Sendable, CustomTestStringConvertible {
    enum Language: String, CaseIterable, Sendable {
        case python, node, webCrypto, go
    }

    /// What one line of a sealer's input asks for.
    struct Message {
        var title: String
        var body: String
        var subtitle = ""
        var url = ""
    }

    let language: Language
    /// The code, when it is not that of Tests/Interop/pw1.
    private let sample: String?

    init(_ language: Language, sample: String? = nil) {
        self.language = language
        self.sample = sample
    }

    var testDescription: String { language.rawValue }

    /// Seals each message; nil stands for one that was refused.
    func seal(_ messages: [Message], with key: PW1Key) async throws -> [String?] {
        let directory = try TemporaryDirectory()
        let input = messages.flatMap { message in
            let request: JSONValue = [
                "key": .string(key.text), "title": .string(message.title), "body": .string(message.body),
                "subtitle": .string(message.subtitle), "url": .string(message.url),
            ]
            return request.compact + [UInt8(ascii: "\n")]
        }
        let program = try ChildProcess(
            try await command(in: directory), environment: Self.goEnvironment, input: input)
        let end = try await program.end()
        #expect(end == .exited(0), "\(program.errors)")
        let answers = try program.output.split(separator: "\n").map { try JSONReader.parse(Array($0.utf8)) }
        try #require(answers.count == messages.count)
        return try answers.map { answer in
            answer["refused"] == true ? nil : try #require(answer["envelope"]?.stringValue)
        }
    }

    private func command(in directory: TemporaryDirectory) async throws -> [String] {
        let interpreter = try #require(Self.tools)
        switch language {
        case .python:
            return [interpreter + "/python", Self.file("drive.py"), try file("seal.py", in: directory)]
        case .node:
            return [interpreter + "/node", Self.file("drive.mjs"), try file("seal_node.mjs", in: directory)]
        case .webCrypto:
            return [interpreter + "/node", Self.file("drive.mjs"), try file("seal_webcrypto.mjs", in: directory)]
        case .go:
            return [try await goProgram(in: directory, interpreter + "/go")]
        }
    }

    private func goProgram(in directory: TemporaryDirectory, _ go: String) async throws -> String {
        try FileManager.default.createDirectory(atPath: directory.file("e2e"), withIntermediateDirectories: false)
        try "module waxwing.test/pw1\n\ngo 1.24\n".write(
            toFile: directory.file("go.mod"), atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(atPath: Self.file("drive.go"), toPath: directory.file("drive.go"))
        let code = try sample ?? String(contentsOfFile: Self.file("e2e/seal.go"), encoding: .utf8)
        try code.write(toFile: directory.file("e2e/seal.go"), atomically: true, encoding: .utf8)
        let program = directory.file("sealer")
        let build = try ChildProcess(
            [go, "build", "-C", directory.path, "-o", program, "."], environment: Self.goEnvironment)
        let end = try await build.end()
        #expect(end == .exited(0), "\(build.errors)")
        return program
    }

    private func file(_ name: String, in directory: TemporaryDirectory) throws -> String {
        guard let sample else { return Self.file(name) }
        let path = directory.file(URL(fileURLWithPath: name).lastPathComponent)
        try sample.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static func file(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Interop/pw1/\(name)").standardized.path
    }

    /// The folder of the environment that has Python, Node and Go; nil when there is none.
    static let tools = ProcessInfo.processInfo.environment["WAXWING_PYTHON"]
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }

    /// Nothing is fetched, and what is compiled is kept beside the environment.
    private static var goEnvironment: [(name: String, value: String)] {
        [
            ("GOCACHE", (tools ?? "") + "/../go-cache"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local"),
            ("GOTELEMETRY", "off"), ("GOFLAGS", "-mod=mod"),
        ]
    }
}
