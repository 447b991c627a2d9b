// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxProviders

@testable import WaxDelivery

@Suite struct TestRequestTests {
    @Test func theProviderTokenIsLeftOut() throws {
        let request = HTTP2Request(
            id: 1, path: "/3/device/aa", headers: ["authorization": "bearer eyJhbGciOi", "apns-topic": "test.x"],
            body: Array(#"{"aps":{"badge":1e2}}"#.utf8))
        let shown = TestRequest.json(request, provider: .apns)
        #expect(
            String(decoding: shown, as: UTF8.self)
                == #"{"provider":"apns","headers":{":method":"POST",":path":"/3/device/aa","#
                + #""authorization":"bearer …","apns-topic":"test.x"},"body":{"aps":{"badge":1e2}}}"#)
        #expect(try JSONReader.parse(shown)["body"] == JSONReader.parse(request.body))
    }
}
