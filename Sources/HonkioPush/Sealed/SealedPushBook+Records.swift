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

    /// The tokens that a contact had before its present one, by the names of their records. What is broken is passed over.
    func earlier(of contact: String) throws -> [(name: String, record: SealedEarlierRecord)] {
        let prefix = SealedEarlierRecord.prefix(of: contact)
        return try store.names().filter { $0.hasPrefix(prefix) }.sorted().compactMap { name in
            try store.record(name).flatMap { SealedEarlierRecord(record: $0) }.map { (name, $0) }
        }
    }

    /// Keeps the token that a contact has, since the contact may go on using it until it ends.
    func keepEarlier(_ old: SealedContactRecord) throws {
        let record = SealedEarlierRecord(secret: old.secret, token: old.token, expires: old.expires)
        try write(record.record, as: record.name(of: old.contact))
    }

    /// Drops earlier tokens, and those that are to be revoked, which have long ended by the hour of a list that the relay signed:
    /// this device's clock may be wrong, and what revokes them cannot be had again.
    func dropEnded(_ list: RelayKeyList) throws {
        let prefixes = [SealedEarlierRecord.prefix, SealedEarlierRecord.revokedPrefix]
        for name in try store.names() where prefixes.contains(where: name.hasPrefix) {
            guard let record = try store.record(name).flatMap({ SealedEarlierRecord(record: $0) }),
                record.expires + Self.grace <= list.issued
            else { continue }
            try store.remove(name)
        }
    }

    /// How long after its end what revokes a token is kept, in hours: the relay's clock may be ahead by three days.
    private static let grace: UInt32 = 168

    /// The contact that had a token before its present one.
    func owner(ofEarlier token: SealedToken) throws -> SealedContactRecord? {
        for name in try store.names() where name.hasPrefix(SealedEarlierRecord.prefix) {
            guard try store.record(name).flatMap({ SealedEarlierRecord(record: $0) })?.token == token else { continue }
            return try records().first { name.hasPrefix(SealedEarlierRecord.prefix(of: $0.contact)) }
        }
        return nil
    }

    /// Removes all that is kept of a contact, but for what revokes its tokens, which is put aside first.
    func remove(_ contact: String) throws {
        if let record = try record(of: contact) {
            try putAside(SealedEarlierRecord(secret: record.secret, token: record.token, expires: record.expires))
        }
        for (_, record) in try earlier(of: contact) { try putAside(record) }
        let prefix = SealedEarlierRecord.prefix(of: contact)
        for name in try store.names().sorted() where name.hasPrefix(prefix) { try store.remove(name) }
        try store.remove(SealedContactRecord.name(of: contact))
    }

    private func putAside(_ record: SealedEarlierRecord) throws { try write(record.record, as: record.revokedName) }

    /// The tokens that are to be revoked, by the names of their records.
    func revoked() throws -> [(name: String, record: SealedEarlierRecord)] {
        try store.names().filter { $0.hasPrefix(SealedEarlierRecord.revokedPrefix) }.sorted().compactMap { name in
            try store.record(name).flatMap { SealedEarlierRecord(record: $0) }.map { (name, $0) }
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
