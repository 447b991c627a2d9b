// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders

@Suite struct FCMRequestTemplateTests {
    @Test func everyHeader() {
        let request = FCMRequestTemplate(projectID: "demo-project", authorization: "Bearer x")
            .request(id: 9, body: [1])
        #expect(request.id == 9)
        #expect(request.method == "POST")
        #expect(request.path == "/v1/projects/demo-project/messages:send")
        #expect(request.headers.count == 2)
        #expect(request.headers["authorization"] == "Bearer x")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.body == [1])
    }
}
