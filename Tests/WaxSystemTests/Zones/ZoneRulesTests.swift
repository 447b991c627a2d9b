// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxSystem

@Suite struct ZoneRulesTests {
    private let zones = ZoneDatabase()

    private func seconds(_ text: String) throws -> Int64 {
        try #require(Timestamp(rfc3339: text)).seconds
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-01-15T12:00:00Z", 3600), ("Europe/Berlin", "2026-07-15T12:00:00Z", 7200),
            ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
            ("Europe/Berlin", "2099-07-15T12:00:00Z", 7200), ("Europe/Berlin", "2099-12-31T23:59:59Z", 3600),
            ("Australia/Lord_Howe", "2026-01-15T12:00:00Z", 39_600),
            ("Australia/Lord_Howe", "2026-07-15T12:00:00Z", 37_800),
            ("Australia/Lord_Howe", "2090-01-15T12:00:00Z", 39_600), ("Asia/Kathmandu", "2026-01-15T12:00:00Z", 20_700),
            ("Africa/Monrovia", "1960-01-01T00:00:00Z", -2670), ("America/St_Johns", "2026-07-15T12:00:00Z", -9000),
            ("Etc/GMT+12", "2026-07-15T12:00:00Z", -43_200), ("UTC", "2026-07-15T12:00:00Z", 0),
        ] as [(String, String, Int64)])
    func offsets(_ name: String, _ time: String, _ expected: Int64) throws {
        let rules = try #require(zones.zone(named: name))
        #expect(rules.offset(at: try seconds(time)) == expected)
    }

    @Test func transitionsGoOnAfterTheFilesLastYear() throws {
        let rules = try #require(zones.zone(named: "Australia/Lord_Howe"))
        var instant = try seconds("2036-01-01T00:00:00Z")
        for (expected, offset) in [
            ("2036-04-05T15:00:00Z", 37_800), ("2036-10-04T15:30:00Z", 39_600), ("2037-04-04T15:00:00Z", 37_800),
            ("2037-10-03T15:30:00Z", 39_600), ("2038-04-03T15:00:00Z", 37_800), ("2038-10-02T15:30:00Z", 39_600),
            ("2039-04-02T15:00:00Z", 37_800),
        ] as [(String, Int64)] {
            let next = try #require(rules.nextTransition(after: instant))
            #expect(next == ZoneRules.Transition(instant: try seconds(expected), offset: offset))
            instant = next.instant
        }
        #expect(try #require(zones.zone(named: "UTC")).nextTransition(after: instant) == nil)
        #expect(try #require(zones.zone(named: "Asia/Kolkata")).nextTransition(after: instant) == nil)
    }

    @Test func wallClockTimes() throws {
        let rules = try #require(zones.zone(named: "Europe/Berlin"))
        #expect(rules.reading(of: try seconds("2026-01-01T01:00:00Z")) == .once(try seconds("2026-01-01T00:00:00Z")))
        #expect(rules.reading(of: try seconds("2026-03-29T02:00:00Z")) == .skipped(try seconds("2026-03-29T01:00:00Z")))
        #expect(rules.reading(of: try seconds("2026-03-29T03:00:00Z")) == .once(try seconds("2026-03-29T01:00:00Z")))
        #expect(
            rules.reading(of: try seconds("2026-10-25T02:00:00Z"))
                == .twice(first: try seconds("2026-10-25T00:00:00Z"), second: try seconds("2026-10-25T01:00:00Z")))
        #expect(rules.reading(of: try seconds("2026-10-25T03:00:00Z")) == .once(try seconds("2026-10-25T02:00:00Z")))
    }

    @Test(arguments: [
        "", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "europe/berlin", "../zoneinfo/UTC", "./UTC",
        "Europe/Berlin\0", "posix/UTC", "right/UTC", "localtime", "posixrules", "zone.tab", "tzdata.zi", "Mars/Olympus",
        "CET-1CEST,M3.5.0,M10.5.0/3",
    ])
    func otherNamesAreNoZones(_ name: String) {
        #expect(zones.zone(named: name) == nil)
    }

    @Test func aFolderWithoutFilesIsNoticed() throws {
        let folder = try TemporaryDirectory()
        #expect(!ZoneDatabase(folder: folder.path).isInstalled)
        #expect(zones.isInstalled)
    }

    @Test func damagedFilesAreRefused() throws {
        let bytes = try #require(WholeFile.bytes(zones.folder + "/Europe/Berlin"))
        #expect(ZoneRules(file: bytes) != nil)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(ZoneRules(file: Array(bytes[..<count])) == nil, "\(count) bytes")
        }
        var other = bytes
        other[0] = 0
        #expect(ZoneRules(file: other) == nil)
    }

    @Test(
        arguments: [
            ("UTC0", 0, nil), ("<+0545>-5:45", 20_700, nil), ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", -10_800, -7200),
            ("IST-2IDT,M3.4.4/26,M10.5.0", 7200, 10_800), ("EST5EDT,0/0,J365/25", -18_000, -14_400),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", 43_200, 46_800), ("AAA3BBB-1:30:15,J60/12,300/2:30", -10_800, 5415),
        ] as [(String, Int64, Int64?)])
    func yearlyRules(_ text: String, _ standard: Int64, _ summer: Int64?) throws {
        let rule = try #require(YearlyClockRule(text.utf8))
        #expect(rule.standardOffset == standard)
        #expect(rule.summer?.offset == summer)
    }

    @Test(arguments: [
        "", "U0", "UTC", "UTC25", "UTC0:60", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
        "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J365", "EST5EDT,0,366", "<+05-5", "UTC0 ",
        "EST5EDT,M3.2.0/168,M11.1.0",
    ])
    func otherRulesAreRefused(_ text: String) {
        #expect(YearlyClockRule(text.utf8) == nil)
    }

    @Test func aSummerOfTheWholeYearNeverEnds() throws {
        let rule = try #require(YearlyClockRule("EST5EDT,0/0,J365/25".utf8))
        for time in ["2026-01-01T05:00:00Z", "2026-07-01T00:00:00Z", "2028-12-31T23:59:59Z"] {
            #expect(rule.offset(at: try seconds(time)) == -14_400)
        }
    }
}
