// SPDX-License-Identifier: Apache-2.0

extension SealedPushBook {
    /// The device's record; a broken one is as good as none.
    func device() throws -> SealedDeviceRecord {
        try store.record(SealedDeviceRecord.name).flatMap { SealedDeviceRecord(record: $0) } ?? SealedDeviceRecord()
    }

    func save(_ device: SealedDeviceRecord) throws {
        try write(device.record, as: SealedDeviceRecord.name)
    }

    func record(of contact: String) throws -> SealedContactRecord? {
        try store.record(SealedContactRecord.name(of: contact)).flatMap { SealedContactRecord(record: $0) }
    }

    func save(_ record: SealedContactRecord) throws {
        try write(record.record, as: SealedContactRecord.name(of: record.contact))
    }

    /// The contacts whose records can be read.
    func records() throws -> [SealedContactRecord] {
        try store.names().filter { $0.hasPrefix(SealedContactRecord.prefix) }.sorted().compactMap { name in
            try store.record(name).flatMap { SealedContactRecord(record: $0) }
        }
    }

    private func write(_ record: [UInt8], as name: String) throws {
        if try !store.add(record, as: name) { try store.replace(name, with: record) }
    }

    /// Runs `body` while nobody else works on the records, and reports what goes wrong.
    func exclusively<Result>(_ body: () throws -> Result) throws(SealedPushError) -> Result {
        do {
            return try store.exclusively(body)
        } catch let error as SealedPushError {
            throw error
        } catch {
            throw .storage
        }
    }
}
