// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxStore
import WaxSystem

@Suite struct SQLValueTests {
    @Test func literalsAndConversions() {
        let literals: [SQLValue] = [nil, true, false, 7, -1, 0.5, "text", [1, 2], []]
        #expect(
            literals == [
                .null, .integer(1), .integer(0), .integer(7), .integer(-1), .real(0.5), .text("text"), .blob([1, 2]),
                .blob([]),
            ])
        #expect(SQLValue(UInt32.max) == .integer(4_294_967_295))
        #expect(SQLValue(Timestamp(milliseconds: 5)) == .integer(5))
        let absent: (Bool?, Int?, Timestamp?, Double?, String?, [UInt8]?) = (nil, nil, nil, nil, nil, nil)
        #expect(SQLValue(absent.0) == .null && SQLValue(absent.1) == .null && SQLValue(absent.2) == .null)
        #expect(SQLValue(absent.3) == .null && SQLValue(absent.4) == .null && SQLValue(absent.5) == .null)
        #expect(SQLValue("x" as String?) == "x" && SQLValue([1] as [UInt8]?) == [1] && SQLValue(3 as Int?) == 3)
    }

    @Test func kinds() {
        let values: [SQLValue] = [.null, .integer(1), .real(1), .text(""), .blob([])]
        #expect(values.map(\.kind) == [.null, .integer, .real, .text, .blob])
    }
}
