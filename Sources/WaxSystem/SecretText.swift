// SPDX-License-Identifier: Apache-2.0

/// Finds in a text what looks like a secret of this project's programs, so that no message repeats one that somebody
/// put in the wrong place.
///
/// That is: a key or token with its mark (`hlk_…`), 32 or more hexadecimal digits in a row, with white space between
/// them or without, as many base64url digits of all three kinds, and a PEM block. A log may be masked by whole values
/// only, so what is found goes whole.
private struct SecretText {
    /// What API keys, account tokens, push keys, client secrets and webhook secrets begin with.
    private static let marks = ["hlk_", "hla_", "mk_live_", "mk_test_", "mc_live_", "mc_test_", "whsec_"]
        .map { Array($0.utf8) }
    /// White space, what stands for it in messages, and what JSON and URLs make of it.
    private static let separators = [
        " ", "\t", "\n", "\r", "?", "\\t", "\\n", "\\r", "%20", "%09", "%0A", "%0D",
    ].map { Array($0.utf8) }

    private let leastDigits: Int
    private let bytes: [UInt8]
    /// Whether a byte is of a secret.
    private(set) var found: [Bool]

    /// - Parameter leastDigits: how many digits in a row are too many.
    init(_ text: String, leastDigits: Int = 32) {
        self.leastDigits = leastDigits
        bytes = Array(text.utf8)
        found = [Bool](repeating: false, count: bytes.count)
        findBlocks()
        findSpacedDigits()
        for run in runs(where: Self.isDigit) { find(in: run) }
    }

    /// The text with three asterisks for each secret.
    var visible: String {
        var text: [UInt8] = []
        for index in bytes.indices {
            if !found[index] {
                text.append(bytes[index])
            } else if index == 0 || !found[index - 1] {
                text += Array("***".utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func find(in run: Range<Int>) {
        let digits = bytes[run]
        for mark in Self.marks where run.count > mark.count {
            let starts = run.lowerBound..<run.upperBound - mark.count
            if let start = starts.first(where: { isMark(mark, at: $0) }) { take(start..<run.upperBound) }
        }
        let isHexadecimal = longest(digits, where: Self.isHexadecimal) >= leastDigits
        if isHexadecimal || isRandom(withoutUUIDs(run)) { take(run) }
    }

    /// Marks a range, and what base64 may have at its ends.
    private mutating func take(_ range: Range<Int>) {
        for index in range { found[index] = true }
        for index in bytes[range.upperBound...].indices {
            guard Self.isDigit(bytes[index]) || "/=".utf8.contains(bytes[index]) else { break }
            found[index] = true
        }
    }

    private mutating func findBlocks() {
        let (begin, end) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))
        guard let start = bytes.firstIndex(of: begin) else { return }
        var last = bytes.count
        if let foot = bytes.lastIndex(of: end), foot > start {
            last = bytes[(foot + end.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? last
        }
        for index in start..<last { found[index] = true }
    }

    /// Hexadecimal digits in groups, as a terminal breaks a key into lines, or a message shows such a key.
    private mutating func findSpacedDigits() {
        var (start, end, count) = (0, 0, 0)
        for run in runs(where: { Self.isAlphanumeric($0) }) + [bytes.count..<bytes.count] {
            let group = afterEscape(run)
            let isGroup = !group.isEmpty && bytes[group].allSatisfy(Self.isHexadecimal)
            let isNext = count > 0 && isSeparation(end..<group.lowerBound)
            if !isGroup || !isNext {
                if count >= leastDigits { for index in start..<end { found[index] = true } }
                (start, count) = (group.lowerBound, 0)
            }
            if isGroup { (end, count) = (group.upperBound, count + group.count) }
        }
    }

    /// The run without what belongs to an escape before it, such as the `n` of `\n` or the `20` of `%20`.
    private func afterEscape(_ run: Range<Int>) -> Range<Int> {
        for separator in Self.separators where separator.count > 1 && run.lowerBound > 0 {
            if bytes[(run.lowerBound - 1)...].starts(with: separator) {
                return run.dropFirst(min(separator.count - 1, run.count))
            }
        }
        return run
    }

    /// Whether there is nothing but white space, in whatever form.
    private func isSeparation(_ range: Range<Int>) -> Bool {
        var rest = bytes[range]
        while !rest.isEmpty {
            guard let separator = Self.separators.first(where: rest.starts) else { return false }
            rest = rest.dropFirst(separator.count)
        }
        return true
    }

    private func isMark(_ mark: [UInt8], at start: Int) -> Bool {
        zip(mark, bytes[start...]).allSatisfy { $0 == ($1 >= 0x41 && $1 <= 0x5A ? $1 | 0x20 : $1) }
    }

    /// The pieces of a run that are left when the UUIDs are cut out, which name things and open nothing.
    private func withoutUUIDs(_ run: Range<Int>) -> [ArraySlice<UInt8>] {
        let groups = [8, 4, 4, 4, 12]
        let length = groups.reduce(groups.count - 1, +)
        var pieces: [ArraySlice<UInt8>] = []
        var (start, index) = (run.lowerBound, run.lowerBound)
        while index + length <= run.upperBound {
            let isUUID =
                bytes[index + 8] == UInt8(ascii: "-")
                && bytes[index..<index + length].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                    .elementsEqual(groups) { $0.count == $1 && $0.allSatisfy(Self.isHexadecimal) }
            if isUUID {
                pieces.append(bytes[start..<index])
                index += length
                start = index
            } else {
                index += 1
            }
        }
        return pieces + [bytes[start..<run.upperBound]]
    }

    private func isRandom(_ pieces: [ArraySlice<UInt8>]) -> Bool {
        pieces.contains { piece in
            piece.count >= leastDigits && piece.contains { (0x30...0x39).contains($0) }
                && piece.contains { (0x41...0x5A).contains($0) } && piece.contains { (0x61...0x7A).contains($0) }
        }
    }

    private func runs(where belongs: (UInt8) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in bytes.indices where belongs(bytes[index]) {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    private func longest(_ digits: ArraySlice<UInt8>, where belongs: (UInt8) -> Bool) -> Int {
        digits.split(whereSeparator: { !belongs($0) }).map(\.count).max() ?? 0
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// Of base64url or base64, but for the slash, which paths have.
    private static func isDigit(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_+".utf8.contains(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}

extension [UInt8] {
    fileprivate func firstIndex(of part: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: part) }
    }

    fileprivate func lastIndex(of part: [UInt8]) -> Int? {
        indices.last { self[$0...].starts(with: part) }
    }
}

extension String {
    /// The text with `***` in place of all that looks like a secret, for what people and logs get to see.
    package var withoutSecrets: String { SecretText(self).visible }

    /// Whether the text looks like a secret, or like what is left of one when it is cut: eight digits are enough.
    package var mayBePartOfSecret: Bool { SecretText(self, leastDigits: 8).found.contains(true) }
}
