// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
package import WaxSystem

/// Protects single values at rest: what lies in the database is of no use without the master key, and of none in
/// another place than its own.
///
/// A protected value is `01 ‖ master key number (32 bits, big-endian) ‖ nonce (12 random bytes) ‖ ciphertext ‖ tag`,
/// AES-256-GCM under HKDF-SHA256(master key, info `waxwing/rest/v1/` + table.column). The additional data are table,
/// column and row, each after its length as 32 bits big-endian, then the master key's number.
package final class RestCipher: Sendable {
    private static let version: UInt8 = 1
    private static let nonceCount = 12
    private static let tagCount = 16
    /// The version and the master key's number.
    private static let headerCount = 1 + 4
    /// What a protected value is longer by than its plaintext.
    package static let overhead = headerCount + nonceCount + tagCount

    private struct Place: Hashable {
        let key: UInt32
        let table: String
        let column: String
    }

    private let masterKey: MasterKey
    private let ledger: KeyLedger
    private let random: any RandomSource
    private let columns = Locked<[Place: Column]>([:])

    package init(_ masterKey: MasterKey, ledger: KeyLedger, random: any RandomSource = RandomPool()) {
        self.masterKey = masterKey
        self.ledger = ledger
        self.random = random
    }

    /// The protected form of a value for one place; `row` is what never changes about the row.
    ///
    /// Errors: `exhausted`, `counter`.
    package func protect(
        _ plaintext: [UInt8], table: String, column: String, row: [UInt8]
    ) throws -> [UInt8] {
        try ledger.countValue()
        let place = Place(key: masterKey.newest, table: table, column: column)
        let nonce = random.bytes(Self.nonceCount)
        var value = [UInt8]()
        value.reserveCapacity(Self.overhead + plaintext.count)
        value.append(Self.version)
        value.append(bigEndian: place.key)
        value.append(contentsOf: nonce)
        try AES.GCM.seal(
            plaintext, using: self.column(place).key, nonce: nonce, authenticating: Self.context(place, row),
            appendingTo: &value)
        return value
    }

    /// The value that was protected for this place. Errors: `format`, `unknownKey`, `changed`.
    package func reveal(_ value: [UInt8], table: String, column: String, row: [UInt8]) throws -> [UInt8] {
        guard value.count >= Self.overhead, value[0] == Self.version else {
            throw RestError(.format, "\(table).\(column) holds no protected value of version \(Self.version)")
        }
        let place = Place(key: UInt32(bigEndian: value[1..<5]), table: table, column: column)
        guard masterKey.has(place.key) else {
            throw RestError(
                .unknownKey, "\(table).\(column) is protected with master key \(place.key), which is not there")
        }
        do {
            return try self.column(place).open(value, authenticating: Self.context(place, row))
        } catch {
            throw RestError(.changed, "a value of \(table).\(column) was changed, or moved from another place")
        }
    }

    package func protect(_ plaintext: [UInt8], table: String, column: String, row: String) throws -> [UInt8] {
        try protect(plaintext, table: table, column: column, row: Array(row.utf8))
    }

    package func reveal(_ value: [UInt8], table: String, column: String, row: String) throws -> [UInt8] {
        try reveal(value, table: table, column: column, row: Array(row.utf8))
    }

    private func column(_ place: Place) -> Column {
        columns.withLock { columns in
            if let column = columns[place] { return column }
            let column = Column(
                key: masterKey.derived(from: place.key, for: "waxwing/rest/v1/\(place.table).\(place.column)"))
            columns[place] = column
            return column
        }
    }

    /// A column's key, and the ciphers that are ready for it: a page of devices opens a token for each.
    private final class Column: Sendable {
        let key: SymmetricKey
        private let openers: Pool<AES.GCM.Opener>

        init(key: SymmetricKey) {
            self.key = key
            openers = Pool { try AES.GCM.Opener(key: key) }
        }

        func open(_ value: [UInt8], authenticating context: [UInt8]) throws -> [UInt8] {
            try openers.lend { opener in
                try value.withUnsafeBytes { value in
                    try context.withUnsafeBytes { context in
                        try opener.open(
                            UnsafeRawBufferPointer(rebasing: value[RestCipher.headerCount...]), authenticating: context)
                    }
                }
            }
        }
    }

    private static func context(_ place: Place, _ row: [UInt8]) -> [UInt8] {
        var fields = FramedBytes(capacity: 16 + place.table.utf8.count + place.column.utf8.count + row.count)
        fields.append(place.table)
        fields.append(place.column)
        fields.append(row)
        fields.append(place.key)
        return fields.bytes
    }
}
