// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxEnvelope

/// `waxwing-vectors [--check] DIR`: writes the vector files into a folder, or says which of them differ.
///
/// `waxwing-vectors --tokens COUNT FILE` seals the vectors' first content so many times and writes the tokens, one a line,
/// for another implementation to open.
package struct VectorCommand {
    /// Where lines for the person at the terminal go.
    private let say: (String) -> Void

    package init(say: @escaping (String) -> Void) {
        self.say = say
    }

    /// Returns the exit code: 0 done, 1 a file differs or cannot be written, 2 wrong arguments.
    package func run(_ arguments: [String]) -> Int32 {
        if arguments.count == 3, arguments[0] == "--tokens", let count = Int(arguments[1]) {
            return writeTokens(count, to: arguments[2])
        }
        let isCheck = arguments.first == "--check"
        let paths = isCheck ? arguments.dropFirst() : arguments[...]
        guard paths.count == 1, let directory = paths.first, !directory.hasPrefix("-") else {
            say("usage: waxwing-vectors [--check] DIR\n       waxwing-vectors --tokens COUNT FILE")
            return 2
        }
        do {
            let files = try VectorFile.all()
            return isCheck ? check(files, in: directory) : try write(files, into: directory)
        } catch {
            say("waxwing-vectors: \(error)")
            return 1
        }
    }

    private func writeTokens(_ count: Int, to path: String) -> Int32 {
        do {
            let vectors = try TokenVectors()
            var text = ""
            for _ in 0..<count { text += try SealedToken.seal(TokenVectors.apple, to: vectors.key).text + "\n" }
            try Data(text.utf8).write(to: URL(filePath: path))
            return 0
        } catch {
            say("waxwing-vectors: \(error)")
            return 1
        }
    }

    private func check(_ files: [VectorFile], in directory: String) -> Int32 {
        var result: Int32 = 0
        for file in files {
            let stored = try? Data(contentsOf: URL(filePath: "\(directory)/\(file.name)"))
            if stored == Data(file.text) { continue }
            say("waxwing-vectors: \(file.name) \(stored == nil ? "cannot be read" : "differs")")
            result = 1
        }
        return result
    }

    private func write(_ files: [VectorFile], into directory: String) throws -> Int32 {
        for file in files {
            try Data(file.text).write(to: URL(filePath: "\(directory)/\(file.name)"))
            say("waxwing-vectors: wrote \(file.name)")
        }
        return 0
    }
}
