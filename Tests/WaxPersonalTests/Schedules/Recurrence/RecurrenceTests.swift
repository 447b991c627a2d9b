// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxPersonal

@Suite struct RecurrenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let zone: String
        let cron: String
        let start: String
        let sends: [String]

        init(_ zone: String, _ cron: String, from start: String, _ sends: String...) {
            self.zone = zone
            self.cron = cron
            self.start = start
            self.sends = sends
        }

        var testDescription: String { "\(cron) in \(zone) from \(start)" }
    }

    private static let zones = ZoneDatabase()

    private func recurrence(
        _ cron: String, _ zone: String, until: String? = nil, count: Int? = nil
    ) throws -> Recurrence {
        Recurrence(
            cron: try CronExpression(cron), zone: try #require(Self.zones.zone(named: zone)),
            until: try until.map { try Self.time($0) }, count: count)
    }

    private static func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text.hasSuffix("Z") ? text : text + ":00Z"))
    }

    @Test(arguments: [
        // Set forward from 02:00 to 03:00 at 01:00 UTC.
        Case(
            "Europe/Berlin", "30 2 * * *", from: "2026-03-28T00:00", "2026-03-28T01:30", "2026-03-29T01:00",
            "2026-03-30T00:30"),
        Case("Europe/Berlin", "0,30 2,3 * * *", from: "2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T01:30"),
        Case(
            "Europe/Berlin", "30 * * * *", from: "2026-03-29T00:00", "2026-03-29T00:30", "2026-03-29T01:30",
            "2026-03-29T02:30"),
        Case(
            "Europe/Berlin", "0 */2 * * *", from: "2026-03-28T23:00", "2026-03-28T23:00", "2026-03-29T01:00",
            "2026-03-29T02:00"),
        // Set back from 03:00 to 02:00 at 01:00 UTC.
        Case(
            "Europe/Berlin", "30 2 * * *", from: "2026-10-24T00:00", "2026-10-24T00:30", "2026-10-25T00:30",
            "2026-10-26T01:30"),
        Case(
            "Europe/Berlin", "30 * * * *", from: "2026-10-25T00:00", "2026-10-25T00:30", "2026-10-25T01:30",
            "2026-10-25T02:30"),
        Case("Europe/Berlin", "*/20 2 * * *", from: "2026-10-25T00:30", "2026-10-25T00:40", "2026-10-26T01:00"),
        Case("Europe/Berlin", "30 2 * * *", from: "2026-10-25T00:45", "2026-10-26T01:30"),
        Case("America/New_York", "0 2 * * *", from: "2026-03-08T00:00", "2026-03-08T07:00", "2026-03-09T06:00"),
        Case("America/New_York", "30 1 * * *", from: "2026-11-01T00:00", "2026-11-01T05:30", "2026-11-02T06:30"),
        Case("America/New_York", "59 1 * * *", from: "2026-11-01T05:59", "2026-11-01T05:59", "2026-11-02T06:59"),
        // Set forward by half an hour from 02:00 at 15:30 UTC, and back to 01:30 at 15:00 UTC.
        Case("Australia/Lord_Howe", "15 2 * * *", from: "2026-10-03T00:00", "2026-10-03T15:30", "2026-10-04T15:15"),
        Case("Australia/Lord_Howe", "0,30 2 * * *", from: "2026-10-03T00:00", "2026-10-03T15:30", "2026-10-04T15:00"),
        Case("Australia/Lord_Howe", "15 * * * *", from: "2026-10-03T14:00", "2026-10-03T14:45", "2026-10-03T16:15"),
        Case("Australia/Lord_Howe", "45 1 * * *", from: "2026-04-04T00:00", "2026-04-04T14:45", "2026-04-05T15:15"),
        Case(
            "Australia/Lord_Howe", "45 * * * *", from: "2026-04-04T14:00", "2026-04-04T14:45", "2026-04-04T15:15",
            "2026-04-04T16:15"),
        // Midnight is skipped, and the last hour of a day is repeated.
        Case("Asia/Beirut", "0 0 * * *", from: "2026-03-28T12:00", "2026-03-28T22:00", "2026-03-29T21:00"),
        Case("Asia/Beirut", "30 23 * * *", from: "2026-10-24T12:00", "2026-10-24T20:30", "2026-10-25T21:30"),
        Case("America/Santiago", "@daily", from: "2026-09-05T12:00", "2026-09-06T04:00", "2026-09-07T03:00"),
        Case("America/Santiago", "15 0 6 9 *", from: "2026-01-01T00:00", "2026-09-06T04:00", "2027-09-06T03:15"),
        // By two hours.
        Case(
            "Antarctica/Troll", "30 1,2 * * *", from: "2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T23:30",
            "2026-03-30T00:30"),
        Case(
            "Antarctica/Troll", "30 1,2 * * *", from: "2026-10-24T23:00", "2026-10-24T23:30", "2026-10-25T00:30",
            "2026-10-26T01:30"),
        // A whole day that there was not.
        Case("Pacific/Apia", "0 9 30 12 *", from: "2011-12-01T00:00", "2011-12-30T10:00", "2012-12-29T19:00"),
        Case("Asia/Kolkata", "0 9 * * 1-5", from: "2026-11-27T04:00", "2026-11-30T03:30"),
        Case("UTC", "@hourly", from: "2026-11-30T10:00", "2026-11-30T10:00", "2026-11-30T11:00"),
        Case("UTC", "0 0 29 2 *", from: "2096-03-01T00:00", "2104-02-29T00:00", "2108-02-29T00:00"),
        // After the last year that the files list.
        Case("Europe/Berlin", "30 2 * * *", from: "2060-03-28T02:00", "2060-03-29T00:30"),
        Case("Europe/Berlin", "30 2 28 3 *", from: "2060-01-01T00:00", "2060-03-28T01:00"),
    ])
    func sends(_ row: Case) throws {
        let recurrence = try recurrence(row.cron, row.zone)
        var time = try Self.time(row.start) - .milliseconds(1)
        for expected in row.sends {
            time = try #require(recurrence.next(after: time))
            #expect(time == (try Self.time(expected)), "\(time.rfc3339)")
        }
    }

    @Test func theStartCountsAndNothingBefore() throws {
        let hourly = try recurrence("@hourly", "UTC")
        let start = try Self.time("2026-11-30T10:00")
        #expect(hourly.next(from: start) == start)
        #expect(hourly.next(from: start + .milliseconds(1)) == start + .seconds(3600))
        #expect(hourly.next(after: start) == start + .seconds(3600))
        #expect(hourly.next(after: start - .milliseconds(1)) == start)
    }

    @Test func theLastInstantCounts() throws {
        let start = try Self.time("2026-11-30T10:00")
        #expect(
            try recurrence("@hourly", "UTC", until: "2026-11-30T11:00").next(after: start) == start + .seconds(3600))
        #expect(try recurrence("@hourly", "UTC", until: "2026-11-30T10:59:59Z").next(after: start) == nil)
    }

    @Test func theCountEndsTheSeries() throws {
        let series = try recurrence("@hourly", "UTC", count: 3)
        let start = try Self.time("2026-11-30T10:00")
        #expect(series.next(after: start, sent: 2) == start + .seconds(3600))
        #expect(series.next(after: start, sent: 3) == nil)
        #expect(series.next(from: start, sent: 4) == nil)
    }
}
