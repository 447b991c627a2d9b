// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders

@Suite struct APNsPayloadTests {
    @Test func sealedBodyIsThePublishedOne() throws {
        let template = APNsPayload.sealed(SeedVector.content, placeholder: .standard)
        let body = template.body(try HKEnvelope(parsing: SeedVector.envelope.bytes), token: "00ff")
        #expect(body.text == SeedVector.apnsPayload)
        #expect(body.count == 384)
        #expect(template.overheadBytes == 384 - SeedVector.envelope.utf8.count)
    }

    @Test func overheadIs82BytesWithTheDefaultPlaceholderAlone() {
        let content = PushContent(title: "a", body: "b")
        #expect(APNsPayload.sealed(content, placeholder: .standard).overheadBytes == 82)
    }

    @Test func sealedBodyShowsNothingOfTheText() throws {
        let content = PushContent(title: "SECRET", body: "SECRET", data: ["SECRET": "SECRET"], threadID: "orders")
        let template = APNsPayload.sealed(content, placeholder: Placeholder(title: "Neu", body: "Öffnen"))
        let body = template.body(try HKEnvelope(parsing: SeedVector.envelope.bytes), token: "").text
        #expect(!body.contains("SECRET"))
        #expect(
            body == #"{"aps":{"alert":{"title":"Neu","body":"Öffnen"},"mutable-content":1,"thread-id":"orders"},"#
                + #""hk":\#(SeedVector.envelope)}"#)
    }

    @Test func plainBodyHasTheAlertAndTheDataBesideIt() {
        let content = PushContent(
            title: "Title/1", body: "He said \"no\"", data: ["n": 1, "aps": ["alert": "x"], "big": .null], badge: 0,
            sound: "ping.caf", threadID: "t")
        let template = APNsPayload.plain(content)
        #expect(
            template.body(token: "00ff").text
                == #"{"aps":{"alert":{"title":"Title/1","body":"He said \"no\""},"badge":0,"sound":"ping.caf","#
                + #""thread-id":"t"},"data":{"n":1,"aps":{"alert":"x"},"big":null}}"#)
        #expect(template.sizeBytes == template.body(token: "").count)
    }

    @Test func absentMembersLeaveNothing() {
        #expect(APNsPayload.plain(PushContent(title: "a")).body(token: "").text == #"{"aps":{"alert":{"title":"a"}}}"#)
        #expect(APNsPayload.plain(PushContent(body: "b")).body(token: "").text == #"{"aps":{"alert":{"body":"b"}}}"#)
    }
}
