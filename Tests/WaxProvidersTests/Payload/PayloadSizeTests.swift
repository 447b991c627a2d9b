// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders

@Suite struct PayloadSizeTests {
    /// An envelope as long as one of a plaintext of `plaintextBytes`.
    private func envelope(plaintextBytes: Int) -> HKEnvelope {
        HKEnvelope(
            kid: String(repeating: "k", count: 16), enc: Array(repeating: 4, count: 65),
            ct: Array(repeating: 0, count: plaintextBytes + 16))
    }

    /// What the provider counts of a body that was really built.
    private func counted(_ content: PushContent, _ platform: Platform, isEncrypted: Bool, _ placeholder: Placeholder)
        throws -> Int
    {
        let envelope = envelope(plaintextBytes: content.plaintext.count)
        switch (platform, isEncrypted) {
        case (.ios, true):
            return APNsPayload.sealed(content, placeholder: placeholder).body(envelope, token: "t").count
        case (.web, true): return WebPushPayload.sealed().body(envelope, token: "t").count
        case (.web, false): return WebPushPayload.plain(content).body(token: "t").count
        case (.ios, false): return APNsPayload.plain(content).body(token: "t").count
        case (.android, true):
            let body = FCMPayload.sealed(options: DeliveryOptions()).body(envelope, token: "t")
            let data = try #require(JSONReader.parse(body)["message"]?["data"]?.objectValue)
            return data.reduce(0) { $0 + $1.key.utf8.count + ($1.value.stringValue ?? "").utf8.count }
        case (.android, false):
            let body = FCMPayload.plain(content, options: DeliveryOptions()).body(token: "t")
            let message = try #require(JSONReader.parse(body)["message"])
            let objects = [message["notification"], message["data"], message["android"]?["notification"]]
            return objects.compactMap { $0?.objectValue }.joined().reduce(0) { sum, member in
                sum + member.key.utf8.count + (member.value.stringValue ?? member.value.compact.text).utf8.count
            }
        }
    }

    /// What is too much about a push in one of its forms.
    private func overflow(
        _ content: PushContent, platform: Platform, isEncrypted: Bool, placeholder: Placeholder
    ) -> PayloadOverflow? {
        let options = DeliveryOptions()
        guard isEncrypted else {
            let template =
                switch platform {
                case .ios: APNsPayload.plain(content)
                case .android: FCMPayload.plain(content, options: options)
                case .web: WebPushPayload.plain(content)
                }
            return PayloadSize.check(template)
        }
        let template =
            switch platform {
            case .ios: APNsPayload.sealed(content, placeholder: placeholder)
            case .android: FCMPayload.sealed(options: options)
            case .web: WebPushPayload.sealed()
            }
        return PayloadSize.check(template, plaintextBytes: content.plaintext.count)
    }

    /// A push with nothing but a body whose plaintext has `count` bytes.
    private func content(plaintextBytes count: Int) -> PushContent {
        PushContent(body: String(repeating: "x", count: count - #"{"body":""}"#.utf8.count))
    }

    // Of 3993 bytes for a browser, 7 are `{"hk":}` and 136 the envelope's own; 3850 characters hold 2887 bytes, of which
    // 16 are the tag.
    @Test(arguments: [(Platform.ios, 2892, 4096), (.android, 2952, 4096), (.web, 2871, 3993)])
    func largestPlaintext(platform: Platform, largest: Int, limit: Int) {
        func check(_ count: Int) -> PayloadOverflow? {
            overflow(
                content(plaintextBytes: count), platform: platform, isEncrypted: true, placeholder: .standard)
        }
        #expect(check(largest) == nil)
        #expect(check(largest + 1)?.cutBytes == 1)
        #expect(check(largest + 500)?.cutBytes == 500)
        #expect(check(largest + 1)?.limitBytes == limit)
        #expect((check(largest + 1)?.sizeBytes ?? 0) > limit)
    }

    @Test func overflowSaysWhichForm() throws {
        let overflow = try #require(
            self.overflow(
                PushContent(body: String(repeating: "x", count: 5000)), platform: .android, isEncrypted: false,
                placeholder: .standard))
        #expect(
            overflow
                == PayloadOverflow(
                    platform: .android, isEncrypted: false, limitBytes: 4096, sizeBytes: 5004, cutBytes: 908))
    }

    @Test func aPlaceholderThatLeavesNoRoomIsNoReasonToFail() throws {
        let placeholder = Placeholder(title: String(repeating: "\u{1}", count: 700), body: "")
        let overflow = try #require(
            self.overflow(PushContent(body: "x"), platform: .ios, isEncrypted: true, placeholder: placeholder))
        #expect(overflow.sizeBytes > 4096)
        #expect(overflow.cutBytes > 1)
    }

    @Test(arguments: Platform.allCases, [true, false])
    func cuttingWhatIsSaidFitsAndOneLessDoesNot(platform: Platform, isEncrypted: Bool) throws {
        let limit = platform == .web ? 3993 : 4096
        var random = Repeatable(seed: 42)
        var overflows = 0
        for round in 0..<400 {
            let room = 2200 + round * 8
            let placeholder = Placeholder(title: random.text(characters: round % 40), body: random.text(characters: 5))
            let title = random.text(characters: 20)
            let text = random.text(characters: 200)
            let thread = random.text(characters: 10)
            let badge = Int.random(in: 0...100_000, using: &random)
            let data: JSONObject = ["k\"": .string(random.text(characters: 30)), "n": [1, 2.5, nil]]
            // Plain characters stand at the end, so that as many can be cut as may be asked.
            func content(cutting count: Int) -> PushContent {
                PushContent(
                    title: title, body: text + String(repeating: "x", count: room - count),
                    data: round % 5 == 0 ? data : nil, badge: round % 2 == 0 ? badge : nil,
                    sound: round % 3 == 0 ? "default" : nil, threadID: round % 4 == 0 ? thread : nil)
            }
            func overflow(cutting count: Int) -> PayloadOverflow? {
                self.overflow(
                    content(cutting: count), platform: platform, isEncrypted: isEncrypted, placeholder: placeholder)
            }
            let size = try counted(content(cutting: 0), platform, isEncrypted: isEncrypted, placeholder)
            guard let found = overflow(cutting: 0) else {
                #expect(size <= limit)
                continue
            }
            overflows += 1
            #expect(found.sizeBytes == size)
            #expect(size > limit)
            #expect(overflow(cutting: found.cutBytes) == nil)
            #expect(overflow(cutting: found.cutBytes - 1)?.cutBytes == 1)
        }
        #expect(overflows > 100)
    }
}
