// SPDX-License-Identifier: Apache-2.0

extension ZoneRules {
    /// Reads a file of the zone database in the format TZif, version 2 or later (RFC 9636); nil for anything else.
    package init?(file bytes: [UInt8]) {
        // The first part, of version 1, is only for readers without 64-bit times.
        guard let first = ZoneFileHeader(bytes, at: 0), first.version >= UInt8(ascii: "2") else { return nil }
        let secondStart = ZoneFileHeader.count + first.dataCount(timeSize: 4)
        guard let header = ZoneFileHeader(bytes, at: secondStart) else { return nil }
        var position = secondStart + ZoneFileHeader.count
        let footer = position + header.dataCount(timeSize: 8)
        guard header.types > 0, footer < bytes.count, bytes[footer] == UInt8(ascii: "\n"),
            let end = bytes[(footer + 1)...].firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let instants = (0..<header.times).map { Int64(bitPattern: bytes.bigEndian(at: position + $0 * 8, count: 8)) }
        position += header.times * 8
        let kinds = bytes[position..<position + header.times].map(Int.init)
        position += header.times
        let offsets = (0..<header.types).map { index -> Int64 in
            Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: position + index * 6, count: 4)))
        }
        guard kinds.allSatisfy({ $0 < offsets.count }), zip(instants, instants.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        var yearly: YearlyClockRule?
        if end > footer + 1 {
            guard let rule = YearlyClockRule(bytes[(footer + 1)..<end]) else { return nil }
            yearly = rule
        }
        self.init(
            firstOffset: offsets[0],
            transitions: zip(instants, kinds).map { Transition(instant: $0, offset: offsets[$1]) }, yearly: yearly)
    }
}

/// What stands before the data of each part: how much of each kind there is.
private struct ZoneFileHeader {
    static let count = 44

    let version: UInt8
    private let standardFlags, utcFlags, leapSeconds, characters: Int
    let times, types: Int

    init?(_ bytes: [UInt8], at start: Int) {
        guard bytes.count >= start + Self.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
        version = bytes[start + 4]
        let counts = (0..<6).map { Int(bytes.bigEndian(at: start + 20 + $0 * 4, count: 4)) }
        (utcFlags, standardFlags, leapSeconds) = (counts[0], counts[1], counts[2])
        (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    func dataCount(timeSize: Int) -> Int {
        times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardFlags + utcFlags
    }
}

extension [UInt8] {
    fileprivate func bigEndian(at start: Int, count: Int) -> UInt64 {
        self[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
