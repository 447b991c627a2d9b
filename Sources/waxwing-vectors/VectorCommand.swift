// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials

/// `waxwing-vectors [--check] DIR`: writes the vector files into a folder, or says which of them differ.
package struct VectorCommand {
    /// Where lines for the person at the terminal go.
    private let say: (String) -> Void

    package init(say: @escaping (String) -> Void) {
        self.say = say
    }

    /// Returns the exit code: 0 done, 1 a file differs or cannot be written, 2 wrong arguments.
    package func run(_ arguments: [String]) -> Int32 {
        let isCheck = arguments.first == "--check"
        let paths = isCheck ? arguments.dropFirst() : arguments[...]
        guard paths.count == 1, let directory = paths.first, !directory.hasPrefix("-") else {
            say("usage: waxwing-vectors [--check] DIR")
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
