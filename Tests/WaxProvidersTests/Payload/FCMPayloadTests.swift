// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders

@Suite struct FCMPayloadTests {
    @Test func sealedBodyHasTheEnvelopeAsTextAndNoNotification() throws {
        let options = DeliveryOptions(ttlSeconds: 86_400, collapseKey: "news")
        let template = FCMPayload.sealed(options: options)
        let body = template.body(try HKEnvelope(parsing: SeedVector.envelope.bytes), token: "abc:def")
        let quoted = try #require(String(validating: JSONValue.string(SeedVector.envelope).compact, as: UTF8.self))
        #expect(
            body.text == #"{"message":{"token":"abc:def","data":{"hk":\#(quoted)},"#
                + #""android":{"priority":"HIGH","ttl":"86400s","collapse_key":"news"}}}"#)
        #expect(try JSONReader.parse(body)["message"]?["data"] == ["hk": .string(SeedVector.envelope)])
        #expect(template.overheadBytes == 2)
    }

    @Test(arguments: ["plain", #"a"b\c"#, "é\u{1}"]) func anyTokenArrivesAsItIs(token: String) throws {
        let envelope = try HKEnvelope(parsing: SeedVector.envelope.bytes)
        let sealed = FCMPayload.sealed(options: DeliveryOptions()).body(envelope, token: token)
        #expect(try JSONReader.parse(sealed)["message"]?["token"] == .string(token))
        let plain = FCMPayload.plain(PushContent(title: "a"), options: DeliveryOptions()).body(token: token)
        #expect(try JSONReader.parse(plain)["message"]?["token"] == .string(token))
    }

    @Test func plainBodyHasANotificationAndDataOfStrings() throws {
        let content = PushContent(
            title: "T", body: "B", data: ["s": "x", "n": 1.5, "o": ["a": [true, nil]], "z": nil], badge: 3,
            sound: "ping", threadID: "chat")
        let options = DeliveryOptions(priority: .normal, ttlSeconds: 0)
        #expect(
            FCMPayload.plain(content, options: options).body(token: "tok").text
                == #"{"message":{"token":"tok","notification":{"title":"T","body":"B"},"#
                + #""data":{"s":"x","n":"1.5","o":"{\"a\":[true,null]}","z":"null"},"#
                + #""android":{"priority":"NORMAL","ttl":"0s","#
                + #""notification":{"tag":"chat","sound":"ping","notification_count":3}}}}"#)
    }

    @Test func absentMembersLeaveNothing() {
        #expect(
            FCMPayload.plain(PushContent(body: "B", data: [:]), options: DeliveryOptions()).body(token: "t").text
                == #"{"message":{"token":"t","notification":{"body":"B"},"android":{"priority":"HIGH","ttl":"2419200s"}}}"#
        )
    }

    @Test func sizeCountsNamesAndValues() {
        let content = PushContent(title: "ab", body: "é", data: ["key": "value", "n": 12], badge: 7)
        // title 5 + 2, body 4 + 2, notification_count 18 + 1, key 3 + 5, n 1 + 2.
        #expect(FCMPayload.plain(content, options: DeliveryOptions()).sizeBytes == 43)
    }
}
