// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope

@Suite struct HKEnvelopeSizeTests {
    @Test(arguments: [0, 1, 2, 3, 87, 256, 1000, 2892, 2952])
    func matchesWhatIsSealed(count: Int) throws {
        let key = HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey)
        let envelope = try HKEnvelope.seal([UInt8](repeating: 0x20, count: count), to: key)
        #expect(envelope.json.count == HKEnvelope.byteCount(sealing: count))
    }

    /// What is left of 4 096 bytes: APNs with the default placeholder, FCM with its key, Web Push with its wrapper.
    @Test(arguments: [(4096 - 82, 2892), (4096 - 2, 2952), (3993 - 7, 2871), (158, 0), (159, 1), (160, 2), (161, 2)])
    func largest(limit: Int, count: Int) {
        #expect(HKEnvelope.largestPlaintext(fitting: limit) == count)
    }

    @Test(arguments: [-1, 0, 136, 137, 157])
    func nothingFits(limit: Int) {
        #expect(HKEnvelope.largestPlaintext(fitting: limit) == nil)
    }

    @Test func inverseOfEachOther() {
        var largest: Int?
        for limit in 0...8192 {
            while HKEnvelope.byteCount(sealing: (largest ?? -1) + 1) <= limit { largest = (largest ?? -1) + 1 }
            #expect(HKEnvelope.largestPlaintext(fitting: limit) == largest)
        }
    }
}
