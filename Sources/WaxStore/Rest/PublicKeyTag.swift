// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// Binds a device's public key to the device, so that somebody who can write to the database cannot plant his own.
///
/// A tag is the master key's number as 32 bits big-endian, then HMAC-SHA256 over device id, key id and public key,
/// each after its length. The number lets old tags outlive a new master key.
package struct PublicKeyTag: Sendable {
    private let newest: UInt32
    private let keys: [UInt32: HMACSHA256Key]

    package init(_ masterKey: MasterKey) {
        newest = masterKey.newest
        keys = Dictionary(
            uniqueKeysWithValues: masterKey.ids.map { id in
                (id, HMACSHA256Key(masterKey.derived(from: id, for: "waxwing/tag/v1/device-key")))
            })
    }

    /// The 36 bytes to store beside the key. Errors: none but `unknownKey`, which cannot happen for the newest key.
    package func tag(device: [UInt8], keyID: [UInt8], publicKey: [UInt8]) throws -> [UInt8] {
        guard let code = code(newest, device, keyID, publicKey) else {
            throw RestError(.unknownKey, "no master key has the number \(newest)")
        }
        var tag = [UInt8]()
        tag.reserveCapacity(4 + code.count)
        tag.append(bigEndian: newest)
        tag += code
        return tag
    }

    /// Whether the tag was made for exactly this device and key; takes the same time whatever is wrong with the code.
    package func isValid(_ tag: [UInt8], device: [UInt8], keyID: [UInt8], publicKey: [UInt8]) -> Bool {
        guard tag.count == 36, let code = code(UInt32(bigEndian: tag[..<4]), device, keyID, publicKey) else {
            return false
        }
        return constantTimeEquals(code, Array(tag[4...]))
    }

    private func code(_ id: UInt32, _ device: [UInt8], _ keyID: [UInt8], _ publicKey: [UInt8]) -> [UInt8]? {
        guard let key = keys[id] else { return nil }
        var fields = FramedBytes(capacity: 12 + device.count + keyID.count + publicKey.count)
        fields.append(device)
        fields.append(keyID)
        fields.append(publicKey)
        return key.code(of: fields.bytes)
    }
}
