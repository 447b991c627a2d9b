// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxCrypto
public import WaxEnvelope
import WaxJSON

/// What arrived at one device of a sample, opened.
public struct BulkSample: Sendable {
    /// The number of the device.
    public let index: Int
    /// Whether it came in an envelope.
    public let wasEncrypted: Bool
    /// What the envelope holds; nil when there is none or it does not open with the device's key.
    public let content: PushContent?

    init(index: Int, payload: SamplePayload, key: P256.KeyAgreement.PrivateKey?) {
        self.index = index
        let json: [UInt8]? =
            switch payload {
            case .ios(let body): (try? JSONReader.parse(body))?[HonkioPush.dataKey]?.compact
            case .android(let message):
                message.data.first { $0.key.hasSameBytes(as: HonkioPush.dataKey) }.map { Array($0.value.utf8) }
            }
        wasEncrypted = json != nil
        guard let json, let key else {
            content = nil
            return
        }
        content = try? PushContent(plaintext: HKEnvelope(parsing: json).open(with: key))
    }
}
