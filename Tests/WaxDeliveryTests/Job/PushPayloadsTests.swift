// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders
import WaxRecords

@testable import WaxDelivery

@Suite struct PushPayloadsTests {
    private func payloads(
        _ content: PushContent, options: DeliveryOptions = DeliveryOptions(), padding: Int? = nil, title: String? = nil
    ) -> PushPayloads {
        var settings = PushAppSettings(name: "Test")
        settings.padding = padding
        if let title { settings.placeholderTitle = title }
        return PushPayloads(content: StoredContent(content: content, collapseKey: nil), options: options, app: settings)
    }

    /// A body whose plaintext `{"body":"…"}` has so many bytes.
    private func content(plaintext count: Int) -> PushContent {
        PushContent(body: String(repeating: "x", count: count - 11))
    }

    @Test func thePlaintextIsThePublishedOne() {
        let payloads = payloads(SeedVector.content)
        for platform in Platform.allCases {
            #expect(String(decoding: payloads.plaintext(platform), as: UTF8.self) == SeedVector.plaintext)
        }
        let empty = HKEnvelope(
            kid: SeedVector.keyID, enc: [UInt8](repeating: 4, count: 65), ct: [UInt8](repeating: 0, count: 16))
        let body = payloads.sealed(.ios).body(empty, token: "")
        #expect(String(decoding: body, as: UTF8.self).hasPrefix(SeedVector.apnsStart + #"{"v":2,"kid":"cHRL"#))
    }

    @Test(arguments: [(Platform.ios, 2892, 4096), (.android, 2952, 4096), (.web, 2871, 3993)]) func theLargestPlaintext(
        platform: Platform, largest: Int, limit: Int
    ) {
        #expect(payloads(content(plaintext: largest)).overflow(platform, encrypted: true) == nil)
        for excess in [1, 2, 1000] {
            let overflow = payloads(content(plaintext: largest + excess)).overflow(platform, encrypted: true)
            #expect(overflow?.cutBytes == excess)
            #expect(overflow?.limitBytes == limit && overflow?.platform == platform && overflow?.isEncrypted == true)
        }
    }

    @Test func theFormsAreJudgedOneByOne() {
        // Readable it fits, sealed it does not.
        let payloads = payloads(content(plaintext: 3500))
        for platform in Platform.allCases {
            #expect(payloads.overflow(platform, encrypted: false) == nil)
            #expect(payloads.overflow(platform, encrypted: true) != nil)
        }
    }

    @Test func badgeAndPlaceholderTakeTheirRoomOnIOS() {
        var content = content(plaintext: 2892)
        content = PushContent(body: content.body, badge: 1)
        // `,"badge":1` inside the envelope, and as much beside it, which base64 makes 7 of the plaintext.
        #expect(payloads(content).overflow(.ios, encrypted: true)?.cutBytes == 10 + 7)
        #expect(payloads(content).overflow(.android, encrypted: true) == nil)
        #expect(
            payloads(self.content(plaintext: 2892), title: "New notifications").overflow(.ios, encrypted: true)?
                .cutBytes == 1)
    }

    @Test(arguments: [64, 128, 256, 512, 1024]) func paddingHidesTheLength(multiple: Int) {
        for count in [12, 63, 64, 65, 1000] {
            for platform in Platform.allCases {
                let padded = payloads(content(plaintext: count), padding: multiple).plaintext(platform)
                #expect(
                    padded.count.isMultiple(of: multiple) && padded.count >= count && padded.count - count < multiple)
                #expect(padded.dropFirst(count).allSatisfy { $0 == UInt8(ascii: " ") })
            }
        }
    }

    @Test func paddingIsDroppedWhereItAloneWouldPassTheLimit() {
        let payloads = payloads(content(plaintext: 2892), padding: 1024)
        #expect(payloads.overflow(.ios, encrypted: true) == nil)
        #expect(payloads.plaintext(.ios).count <= 2892)
        #expect(payloads.plaintext(.android).count <= 2952)
    }

    @Test func anotherTimeToLiveStandsInFCMsBodiesOnly() throws {
        let first = payloads(SeedVector.content, options: DeliveryOptions(ttlSeconds: 100))
        let second = first.carried(by: DeliveryOptions(ttlSeconds: 40))
        for payloads in [(first, "100s"), (second, "40s")] {
            let body = try JSONReader.parse(payloads.0.plain(.android).body(token: "t"))
            #expect(body["message"]?["android"]?["ttl"] == .string(payloads.1))
        }
        #expect(first.plain(.ios).body(token: "") == second.plain(.ios).body(token: ""))
        #expect(first.plaintext(.android) == second.plaintext(.android))
    }

    @Test func reservedNamesAreFound() {
        let content = PushContent(
            body: "x", data: ["order": "1", "from": "x", "google.a": 1, "hk": "x", "gcm_x": 2, "hkx": 3])
        #expect(payloads(content).reservedDataKeys == ["from", "google.a", "hk", "gcm_x"])
        #expect(payloads(SeedVector.content).reservedDataKeys == [])
    }
}
