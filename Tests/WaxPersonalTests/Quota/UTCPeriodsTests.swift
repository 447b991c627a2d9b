// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxPersonal
import WaxSystem

@Suite struct UTCPeriodsTests {
    @Test(arguments: [
        ("2026-11-30T23:59:59.999Z", 202_611, 20_261_130, "2026-12-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"),
        ("2026-12-01T00:00:00Z", 202_612, 20_261_201, "2027-01-01T00:00:00.000Z", "2026-12-02T00:00:00.000Z"),
        ("2028-02-29T12:00:00Z", 202_802, 20_280_229, "2028-03-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"),
        ("2027-01-01T01:30:00+02:00", 202_612, 20_261_231, "2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"),
    ])
    func periods(_ text: String, _ month: Int64, _ day: Int64, _ monthReset: String, _ dayReset: String) throws {
        let periods = UTCPeriods(try #require(Timestamp(rfc3339: text)))
        #expect(periods.month == month)
        #expect(periods.day == day)
        #expect(periods.monthReset.rfc3339 == monthReset)
        #expect(periods.dayReset.rfc3339 == dayReset)
    }
}
