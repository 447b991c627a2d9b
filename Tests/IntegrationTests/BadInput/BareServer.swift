// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

/// A server with keys of both modes and an app, and no provider at all.
struct BareServer: Sendable {
    let directory: TemporaryDirectory
    let process: WaxwingProcess
    let live: APIClient
    let test: APIClient
    /// An app of the test key.
    let appID: String

    init() async throws {
        directory = try TemporaryDirectory()
        process = try await WaxwingProcess(
            data: directory.file("data"), environment: [("WAXWING_RATE_LIMITS", "off")])
        live = APIClient(url: process.url, key: try await process.makeKey(mode: "live"))
        test = APIClient(url: process.url, key: try await process.makeKey(mode: "test"))
        appID = try await test.make("POST", "/v1/push/apps", ["name": "App"]).string("id")
    }

    /// What is stored, by the rows of each table and by what the API lists.
    func stored() async throws -> Stored {
        Stored(
            rows: try StoredData(process.data).rowCounts(), apps: try await test.list("/v1/push/apps"),
            devices: try await test.list("/v1/push/devices"))
    }

    struct Stored: Equatable {
        let rows: [String: Int64]
        let apps: [JSONValue]
        let devices: [JSONValue]
    }

    /// Sends a body that has this content type, nil for none, and returns the answer.
    func send(
        _ method: String, _ path: String, type: String? = "application/json", key: String? = nil, _ body: [UInt8]
    ) async throws -> RawResponse {
        let connection = try RawClient(port: process.port)
        let lines = [
            "\(method) \(path) HTTP/1.1", "Host: test", "Authorization: Bearer \(key ?? test.key)",
            "Content-Length: \(body.count)", "Connection: close",
        ]
        let head = (lines + (type.map { ["Content-Type: \($0)"] } ?? [])).joined(separator: "\r\n")
        connection.send(Array("\(head)\r\n\r\n".utf8) + body)
        return try #require(await connection.response())
    }
}

/// Checks that an answer is the error body of the API, and returns its details.
@discardableResult
func expectError(
    _ response: RawResponse, _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> JSONValue {
    let body = try #require(
        try? JSONReader.parse(response.body), "not JSON: \(response.text)", sourceLocation: sourceLocation)
    #expect(response.status == status, sourceLocation: sourceLocation)
    #expect(body["code"]?.stringValue == code, sourceLocation: sourceLocation)
    #expect(
        body.objectValue?.keys == ["code", "message", "messageEn", "messageFr", "statusCode", "details"],
        sourceLocation: sourceLocation)
    #expect(body["statusCode"] == .number(JSONNumber(response.status)), sourceLocation: sourceLocation)
    #expect(body["message"] == body["messageEn"], sourceLocation: sourceLocation)
    #expect(body["messageFr"]?.stringValue?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(response.headers["x-request-id"]?.hasPrefix("req_") == true, sourceLocation: sourceLocation)
    #expect(response.headers["content-type"]?.hasPrefix("application/json") == true, sourceLocation: sourceLocation)
    return body["details"] ?? .null
}
