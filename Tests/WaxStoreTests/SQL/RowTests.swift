// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxStore
import WaxSystem

@Suite struct RowTests {
    private let values: [SQLValue] = [
        .integer(.min), .integer(.max), .real(1.5), .text("é\u{0}x"), .text(""), .blob([0, 255, 7]), .blob([]), .null,
        .text(String(repeating: "long enough for the heap ", count: 9)), .blob([UInt8](repeating: 9, count: 70_000)),
    ]

    @Test func everyKindComesBackAsItWent() throws {
        let store = try TestDatabase()
        let places = values.map { _ in "?" }.joined(separator: ", ")
        let back = try store.database.read { connection in
            try connection.first("SELECT \(places)", values) { row in
                try (0..<row.columnCount).map { try row.value($0) }
            }
        }
        #expect(back == values)
    }

    @Test func textIsKeptByteForByte() throws {
        let store = try TestDatabase()
        let bytes = try store.database.read { connection in
            try connection.first("SELECT ?", [.text("e\u{301}")]) { Array(try $0.text(0).utf8) }
        }
        #expect(bytes == [0x65, 0xCC, 0x81])
    }

    @Test func typedAccess() throws {
        let store = try TestDatabase()
        let time = Timestamp(milliseconds: 1_800_000_000_123)
        let values: [SQLValue] = [SQLValue(true), SQLValue(time), SQLValue(nil as String?), nil, 7, "seven", [7], 0.5]
        try store.database.read { connection in
            try connection.query("SELECT ?, ?, ?, ?, ?, ?, ?, ?", values) { (row: Row) throws in
                #expect(try row.boolean(0))
                #expect(try row.optionalBoolean(0) == true)
                #expect(try row.timestamp(1) == time)
                #expect(try row.optionalTimestamp(1) == time)
                #expect(try row.optionalText(2) == nil)
                #expect(try row.optionalBlob(3) == nil)
                #expect(try row.optionalReal(3) == nil)
                #expect(try row.isNull(3))
                #expect(try row.optionalInteger(4) == 7)
                #expect(try row.text(5) == "seven")
                #expect(try row.blob(6) == [7])
                #expect(try row.real(7) == 0.5)
            }
        }
    }

    @Test func aValueOfAnotherKindIsNamedByItsColumnAlone() throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) {
            try store.database.read { try $0.first("SELECT ? AS token", ["secret"]) { try $0.integer(0) } }
        }
        #expect(error == StoreError(.typeMismatch, "column token holds text, not integer"))
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) {
            try store.database.read { try $0.first("SELECT CAST(x'ff' AS TEXT) AS name") { try $0.text(0) } }
        }
        #expect(error == StoreError(.typeMismatch, "column name holds text that is not UTF-8"))
    }

    @Test func onlyOneAndZeroAreTruthValues() throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) {
            try store.database.read { try $0.first("SELECT 2") { try $0.boolean(0) } }
        }
        #expect(error?.code == .typeMismatch)
    }

    @Test(arguments: [-1, 1]) func aColumnThatIsNotThere(column: Int) throws {
        let store = try TestDatabase()
        let error = #expect(throws: StoreError.self) {
            try store.database.read { try $0.first("SELECT 1") { try $0.integer(column) } }
        }
        #expect(error?.code == .misuse)
    }

    @Test func aRowIsDeadOnceItsQueryMovedOn() throws {
        let store = try TestDatabase()
        let codes = try store.database.read { connection in
            var kept: Row?
            var codes = [StoreError.Code?]()
            try connection.query("SELECT 1 UNION ALL SELECT 2") { row in
                if let kept { codes.append(Self.code(of: kept)) }
                kept = row
                codes.append(Self.code(of: row))
            }
            return codes + [kept.flatMap(Self.code)]
        }
        #expect(codes == [nil, .misuse, nil, .misuse])
    }

    /// What reading `row` fails with.
    private static func code(of row: Row) -> StoreError.Code? {
        do {
            _ = try row.integer(0)
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}
