// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxPersonal

@Suite struct CronExpressionTests {
    @Test(arguments: [
        "* * * * *", "*/15 * * * *", "5/20 3 * * *", "0 9-17/2 * * mon-fri", "0 0 1,15 JAN,jul *", "0 0 * * 7",
        "0 0 * * sat-sun", "0 0 * * 5-7", "0,30 0-23 31 12 0", " 1\t2  3 4 5 ", "0 0 29 2 *", "0 0 31 2 1",
        "@hourly", "@daily", "@weekly", "@monthly", "@yearly",
    ])
    func isRead(_ text: String) throws {
        _ = try CronExpression(text)
    }

    @Test(arguments: [
        ("", CronError.length), (String(repeating: "1", count: 129), .length), ("   ", .fieldCount(0)),
        ("* * * *", .fieldCount(4)), ("0 * * * * *", .fieldCount(6)), ("@reboot", .word), ("@Daily", .word),
        ("@midnight", .word), ("60 * * * *", .field("minute")), ("-1 * * * *", .field("minute")),
        ("1- * * * *", .field("minute")), ("5-1 * * * *", .field("minute")), ("*/0 * * * *", .field("minute")),
        ("*/ * * * *", .field("minute")), ("1,,2 * * * *", .field("minute")), ("1, * * * *", .field("minute")),
        ("1-2-3 * * * *", .field("minute")), ("1/2/3 * * * *", .field("minute")), ("+1 * * * *", .field("minute")),
        ("jan * * * *", .field("minute")), ("٣ * * * *", .field("minute")), ("0 24 * * *", .field("hour")),
        ("0 mon * * *", .field("hour")), ("0 0 0 * *", .field("day of month")), ("0 0 32 * *", .field("day of month")),
        ("0 0 L * *", .field("day of month")), ("0 0 ? * *", .field("day of month")), ("0 0 * 0 *", .field("month")),
        ("0 0 * 13 *", .field("month")), ("0 0 * january *", .field("month")), ("0 0 * * 8", .field("day of week")),
        ("0 0 * * fri#1", .field("day of week")), ("0 0 * * fri-mon", .field("day of week")),
        ("0 0 30 2 *", .neverMatches), ("0 0 31 2,4,6,9,11 *", .neverMatches),
    ])
    func isRefused(_ text: String, _ error: CronError) {
        #expect(throws: error) { try CronExpression(text) }
    }

    @Test func anErrorDoesNotRepeatTheText() throws {
        for text in ["secret * * * *", "@secret", "secret", "0 0 secret * *"] {
            let error = try #require(throws: CronError.self) { try CronExpression(text) }
            #expect(!"\(error)".contains("secret"))
        }
    }

    /// Days that match in November 2026, which begins on a Sunday.
    @Test(arguments: [
        ("0 0 * * *", Array(1...30)), ("0 0 13 * *", [13]), ("0 0 * * 5", [6, 13, 20, 27]),
        ("0 0 13 * 5", [6, 13, 20, 27]), ("0 0 1,2 * 1", [1, 2, 9, 16, 23, 30]), ("0 0 * * 0", [1, 8, 15, 22, 29]),
        ("0 0 * * 7", [1, 8, 15, 22, 29]), ("0 0 * * 6-7", [1, 7, 8, 14, 15, 21, 22, 28, 29]), ("0 0 1 1 *", []),
        ("0 0 1 1 1", []), ("0 0 */10 11 *", [1, 11, 21]), ("0 0 */10 11 0", [1, 8, 11, 15, 21, 22, 29]),
        ("0 0 10/10 * *", [10, 20, 30]), ("0 0 * * 3/2", [4, 6, 11, 13, 18, 20, 25, 27]),
        ("0 0 * * 1/2", [2, 4, 6, 9, 11, 13, 16, 18, 20, 23, 25, 27, 30]),
    ])
    func days(_ text: String, _ expected: [Int]) throws {
        let cron = try CronExpression(text)
        let found = (1...30).filter { cron.matches(CivilDate(year: 2026, month: 11, day: $0)) }
        #expect(found == expected)
    }

    /// The smallest gap in minutes, where it is less than 15.
    @Test(
        arguments: [
            ("* * * * *", 1), ("*/14 * * * *", 4), ("*/15 * * * *", nil), ("0,14 3 * * *", 14), ("0,15 3 * * *", nil),
            ("0,50 * * * *", 10), ("0,45 * * * *", nil), ("0,50 8 * * *", nil), ("0,50 8,9 * * *", 10),
            ("0,50 8,10 * * *", nil), ("5,50 0,23 * * *", nil), ("4,50 0,23 * * *", 14), ("0,55 0,23 * * *", 5),
            // Across midnight only where two days follow each other.
            ("0,55 0,23 1 * *", nil), ("0,55 0,23 1,2 * *", 5), ("0,55 0,23 * * 1", nil), ("0,55 0,23 * * 1,2", 5),
            ("0,55 0,23 * * 0,6", 5), ("0,55 0,23 31 1 *", nil), ("0,55 0,23 1,31 * *", 5),
            ("0,55 0,23 1,30 1,2 *", nil),
            ("0,55 0,23 1,31 1,2 *", 5), ("0,55 0,23 1,31 1,12 *", 5), ("0,55 0,23 1 * 1", 5),
            // The 29th of February and the 1st of March are neighbours in leap years.
            ("0,55 0,23 1,29 2,3 *", 5), ("0,55 0,23 1,28 2,3 *", 5), ("0,55 0,23 29 2 *", nil),
        ] as [(String, Int?)])
    func gap(_ text: String, _ expected: Int?) throws {
        #expect(try CronExpression(text).smallestGap(below: Recurrence.shortestGap) == expected)
    }
}
