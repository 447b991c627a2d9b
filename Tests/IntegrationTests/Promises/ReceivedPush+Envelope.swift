// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator

extension ReceivedPush {
    var json: JSONValue { get throws { try JSONReader.parse(body) } }

    /// The envelope, wherever the service has it; nil for a push in plain text.
    var envelope: JSONObject? {
        get throws {
            let json = try json
            if service != .fcm { return json["hk"]?.objectValue }
            return try json["message"]?["data"]?["hk"]?.stringValue.flatMap { try JSONReader.parse($0).objectValue }
        }
    }

    /// The bytes of `enc` or `ct`.
    func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = try envelope?[name]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
            throw TestFailure("no \(name)")
        }
        return bytes
    }

    /// The plaintext, opened as the documentation says, by no more than HPKE.
    func opened(with keys: DeviceKeys, info: String = "honkio-push-v2") throws -> String {
        var recipient = try HPKE.Recipient(
            privateKey: keys.privateKey,
            ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128),
            info: Data(info.utf8), encapsulatedKey: Data(try bytes("enc")))
        return String(decoding: try recipient.open(try bytes("ct")), as: UTF8.self)
    }

    /// All that the service sees of the request but the credential.
    var visible: [UInt8] {
        Array(path.utf8) + headers.flatMap { Array("\n\($0.name): \($0.value)".utf8) } + body
    }
}
