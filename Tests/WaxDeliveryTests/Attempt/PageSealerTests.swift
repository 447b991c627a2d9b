// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders

@testable import WaxDelivery

@Suite struct PageSealerTests {
    private let template = APNsPayload.sealed(SeedVector.content, placeholder: .standard)

    private func envelope(_ page: SealedPage, _ index: Int) throws -> HKEnvelope {
        let body = try #require(page.body(at: index, in: template, token: ""))
        return try HKEnvelope(try #require(try JSONReader.parse(body)["hk"]))
    }

    @Test(arguments: [1, 2, 8, 9, 50]) func everyoneGetsAnEnvelopeOfTheirOwn(count: Int) throws {
        let sealer = try PageSealer()
        let devices = (0..<count).map { _ in DeviceKeys() }
        var seen: Set<[UInt8]> = []
        for _ in 0..<2 {
            let page = sealer.seal(SeedVector.content.plaintext, to: devices.map(\.publicKey))
            for (index, device) in devices.enumerated() {
                let envelope = try envelope(page, index)
                #expect(envelope.kid == device.publicKey.keyID)
                #expect(try envelope.open(with: device.privateKey) == SeedVector.content.plaintext)
                // A fresh ephemeral key for each.
                #expect(seen.insert(envelope.enc).inserted)
            }
        }
    }

    @Test func theSameKeyTwiceIsTwoEnvelopes() throws {
        let device = DeviceKeys()
        let page = try PageSealer().seal([1, 2, 3], to: [device.publicKey, device.publicKey])
        #expect(try envelope(page, 0).ct != envelope(page, 1).ct)
    }

    @Test func whoeverIsRefusedHasNoBody() throws {
        let device = DeviceKeys()
        let sealed = try PageSealer().seal([], to: [device.publicKey])
        #expect(sealed.body(at: 0, in: template, token: "") != nil)
        let page = SealedPage(keys: [device.publicKey, device.publicKey], bytes: [], size: 81, refused: [0, 1])
        #expect(page.body(at: 0, in: template, token: "") == nil)
        #expect(page.body(at: 1, in: template, token: "") == nil)
    }
}
