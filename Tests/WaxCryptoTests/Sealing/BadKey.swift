// SPDX-License-Identifier: Apache-2.0
import WaxCrypto

/// Ways in which 65 bytes are no public key.
enum BadKey: CaseIterable {
    case offCurve, hybrid, infinity, ones
    /// A point of the curve, but for its X: that is 5, and with p added it still fits into 32 bytes.
    case unreduced

    func encoding() -> [UInt8] {
        var good = [UInt8](P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        switch self {
        case .offCurve: good[64] ^= 1
        case .hybrid: good[0] = 0x06 + (good[64] & 1)
        case .infinity: return [0x04] + [UInt8](repeating: 0, count: 64)
        case .ones: return [0x04] + [UInt8](repeating: 0xFF, count: 64)
        case .unreduced:
            let x = "ffffffff00000001000000000000000000000001000000000000000000000004"
            return [UInt8](hex: "04" + x + "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc")
        }
        return good
    }
}
