// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxHTTP

@Suite struct RetryAfterTests {
    private let now = Timestamp(milliseconds: 784_111_777_500)

    @Test(
        arguments: [
            ("0", .zero), ("120", .seconds(120)), ("99999999999999999999999", .seconds(86_400)),
            ("Sun, 06 Nov 1994 08:49:38 GMT", .milliseconds(500)), ("Sun, 06 Nov 1994 08:49:00 GMT", .zero),
            ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(86_400)),
        ] as [(String, Duration)])
    func understood(value: String, wait: Duration) {
        #expect(RetryAfter.parse(value, now: now) == wait)
    }

    @Test(
        arguments: [
            "", " 1", "1.5", "-1", "+1", "١", "tomorrow", "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37+01:00 GMT",
        ])
    func notUnderstood(value: String) {
        #expect(RetryAfter.parse(value, now: now) == nil)
    }
}
