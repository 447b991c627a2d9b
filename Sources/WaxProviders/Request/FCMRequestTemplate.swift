// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// The requests of one push to FCM HTTP v1 (projects.messages.send): what they share is made once.
package struct FCMRequestTemplate: Sendable {
    private let path: String
    private let headers: HTTP2Headers

    /// Takes the id of the Firebase project and the value of `authorization`.
    package init(projectID: String, authorization: String) {
        path = "/v1/projects/\(projectID)/messages:send"
        var headers = HTTP2Headers()
        headers.append("authorization", authorization, isIndexed: false)
        headers.append("content-type", "application/json")
        self.headers = headers
    }

    /// The request for one device, whose token stands in the body; `id` is the caller's number for it.
    package func request(id: UInt64, body: [UInt8]) -> HTTP2Request {
        HTTP2Request(id: id, path: path, headers: headers, body: body)
    }
}
