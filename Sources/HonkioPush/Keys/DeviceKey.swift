// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One key pair of a device, and its record: a byte that says the kind, then what the kind demands.
struct DeviceKey {
    /// The scalar of a key that software holds; a key in secure hardware would be another kind.
    private static let softwareKind: UInt8 = 1

    let publicKey: HKPublicKey
    private let privateKey: P256.KeyAgreement.PrivateKey

    /// Makes a new pair.
    init() {
        self.init(P256.KeyAgreement.PrivateKey())
    }

    /// Reads a record; nil when it is not that of a key.
    init?(record: [UInt8]) {
        guard record.first == Self.softwareKind,
            let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: record.dropFirst())
        else { return nil }
        self.init(key)
    }

    private init(_ key: P256.KeyAgreement.PrivateKey) {
        privateKey = key
        publicKey = HKPublicKey(key.publicKey)
    }

    /// Lends the record, which holds the secret, and wipes it afterwards.
    func withRecord<Result, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Result) throws(Failure) -> Result {
        var scalar = privateKey.rawRepresentation
        var record = [Self.softwareKind] + scalar
        defer {
            scalar.resetBytes(in: scalar.startIndex..<scalar.endIndex)
            wipe(&record)
        }
        return try body(record)
    }

    func open(_ envelope: HKEnvelope) throws(HKEnvelopeError) -> [UInt8] {
        try envelope.open(with: privateKey)
    }
}

extension DeviceKey: CustomStringConvertible, CustomReflectable {
    var description: String { "device key \(publicKey.keyID)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
