// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// The system calls of a program, from the lines that `strace -f -yy -o FILE` writes.
///
/// A line stands for a moment at which strace saw a thread stop. A call whose line is whole began and ended there, as far
/// as other threads could tell; one that is cut in two by `<unfinished ...>` and `resumed` began and ended at these.
struct SystemCallTrace: Sendable {
    /// One call that has returned.
    struct Call: Sendable {
        let name: String
        /// The file or the connection behind the first argument, as strace names it.
        let target: String
        /// The arguments as strace prints them.
        let arguments: String
        /// The number that was returned; nil when there was none.
        let result: Int?
        /// The line at which it began.
        let start: Int
        /// The line at which it had ended.
        let end: Int
    }

    /// The calls in the order in which they ended.
    private(set) var calls: [Call] = []

    private static let unfinished = " <unfinished ...>"

    /// Reads a trace. Throws on a line that strace does not write, rather than miss what it says.
    init(parsing text: String) throws {
        var begun: [Substring: (start: Int, text: Substring)] = [:]
        for (number, line) in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init).enumerated() {
            guard let space = line.firstIndex(of: " ") else { throw Self.unreadable(line) }
            let thread = line[..<space]
            let event = line[space...].drop { $0 == " " }
            // Signals and ends of threads.
            if event.hasPrefix("---") || event.hasPrefix("+++") { continue }
            if event.hasSuffix(Self.unfinished) {
                guard begun.updateValue((number, event.dropLast(Self.unfinished.count)), forKey: thread) == nil else {
                    throw Self.unreadable(line)
                }
            } else if event.hasPrefix("<... ") {
                guard let beginning = begun.removeValue(forKey: thread), let rest = event.firstIndex(of: ">") else {
                    throw Self.unreadable(line)
                }
                let text = String(beginning.text) + event[event.index(after: rest)...]
                calls.append(try Self.call(text[...], beginning.start, number))
            } else {
                calls.append(try Self.call(event, number, number))
            }
        }
    }

    private static func call(_ text: Substring, _ start: Int, _ end: Int) throws -> Call {
        let bytes = Array(text.utf8)
        // From the end: an argument may hold anything.
        guard let opening = bytes.firstIndex(of: UInt8(ascii: "(")), let equals = lastIndex(of: " = ", in: bytes),
            let closing = bytes[..<equals].lastIndex(where: { $0 != UInt8(ascii: " ") }),
            bytes[closing] == UInt8(ascii: ")"), opening < closing
        else { throw unreadable(text) }
        let arguments = bytes[(opening + 1)..<closing]
        let result = String(decoding: bytes[(equals + 3)...], as: UTF8.self)
        return Call(
            name: String(decoding: bytes[..<opening], as: UTF8.self), target: target(of: arguments),
            arguments: String(decoding: arguments, as: UTF8.self),
            result: Int(result.prefix { $0 == "-" || $0.isNumber }), start: start, end: end)
    }

    /// What stands in angle brackets behind the number of a file.
    private static func target(of arguments: ArraySlice<UInt8>) -> String {
        let rest = arguments.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard rest.startIndex > arguments.startIndex, rest.first == UInt8(ascii: "<") else { return "" }
        // The name of a connection has an arrow in it.
        let name = rest.dropFirst()
        let end = name.indices.first { index in
            name[index] == UInt8(ascii: ">") && (index + 1 == name.endIndex || name[index + 1] == UInt8(ascii: ","))
        }
        return end.map { String(decoding: name[..<$0], as: UTF8.self) } ?? ""
    }

    private static func lastIndex(of text: String, in bytes: [UInt8]) -> Int? {
        let text = Array(text.utf8)
        guard bytes.count >= text.count else { return nil }
        return (0...(bytes.count - text.count)).last { bytes[$0...].starts(with: text) }
    }

    private static func unreadable(_ line: Substring) -> TestFailure {
        TestFailure("not a line of strace: \(line.prefix(200))")
    }
}
