// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

@Suite struct TLSServerTests {
    private let certificate: TestCertificate
    private let client: HTTPClient

    init() throws {
        certificate = try TestCertificate()
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = certificate.authorityFile
        client = HTTPClient(configuration: configuration)
    }

    private func server(_ handler: TestHandler) throws -> HTTPServer {
        var configuration = HTTPServer.Configuration.patient
        configuration.tls = certificate.tls
        configuration.threads = 2
        configuration.inspectionInterval = .milliseconds(10)
        return try HTTPServer(configuration: configuration, handler: handler)
    }

    @Test func requestsOverTLS() async throws {
        let server = try server(
            TestHandler { request in
                await Task.yield()
                return .text("\(request.head.path) \(request.body.count)")
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for length in [0, 1, 20_000, 200_000] {
                        let response = try await client.send(
                            HTTPClientRequest(
                                method: "POST", url: "https://127.0.0.1:\(server.boundPort)/\(number)",
                                body: [UInt8](repeating: 7, count: length)))
                        #expect(String(decoding: response.body, as: UTF8.self) == "/\(number) \(length)")
                    }
                }
            }
            try await group.waitForAll()
        }
        await server.stop()
    }

    @Test func certificatesAreChecked() async throws {
        let server = try server(TestHandler.echo)
        let address = "https://127.0.0.1:\(server.boundPort)/"
        let stranger = await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().send(HTTPClientRequest(method: "POST", url: address))
        }
        #expect(stranger == HTTPClientError(.tls, host: "127.0.0.1"))
        let otherName = await #expect(throws: HTTPClientError.self) {
            try await client.send(HTTPClientRequest(method: "POST", url: "https://localhost:\(server.boundPort)/"))
        }
        #expect(otherName == HTTPClientError(.tls, host: "localhost"))
        await server.stop()
    }

    @Test func aClientThatLeavesCancelsItsHandler() async throws {
        let gate = Gate()
        let server = try server(TestHandler { _ in .text("\(await gate.pass())") })
        let address = "https://127.0.0.1:\(server.boundPort)/"
        let task = Task { try await client.send(HTTPClientRequest(url: address)) }
        await gate.arrivals(1)
        task.cancel()
        await gate.cancellations(1)
        await server.stop()
    }

    @Test func plainTextAndJunkAreRefused() async throws {
        let server = try server(TestHandler.echo)
        for bytes in ["GET / HTTP/1.1\r\nHost: test\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}junk!", "\0\0\0"] {
            let client = try RawClient(port: server.boundPort)
            client.send(bytes)
            client.finishSending()
            #expect(RawResponse.read(await client.remainder()) == nil)
        }
        let response = try await client.send(HTTPClientRequest(url: "https://127.0.0.1:\(server.boundPort)/still"))
        #expect(response.status == 200)
        await server.stop()
    }

    @Test func aHandshakeThatNeverEndsIsCutOff() async throws {
        var configuration = HTTPServer.Configuration.patient
        configuration.tls = certificate.tls
        configuration.inspectionInterval = .milliseconds(10)
        configuration.idleTimeout = .milliseconds(30)
        let server = try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        let client = try RawClient(port: server.boundPort)
        client.send("\u{16}\u{3}\u{1}")
        #expect(await client.remainder().isEmpty)
        await server.stop()
    }

    @Test func certificatesThatCannotBeUsed() throws {
        let other = try TestCertificate()
        for tls in [
            HTTPServer.TLS(certificateChain: certificate.tls.certificateChain, privateKey: other.tls.privateKey),
            HTTPServer.TLS(certificateChain: [], privateKey: certificate.tls.privateKey),
            HTTPServer.TLS(certificateChain: certificate.tls.certificateChain, privateKey: Array("junk".utf8)),
        ] {
            var configuration = HTTPServer.Configuration.patient
            configuration.tls = tls
            #expect(throws: HTTPServerError.badCertificate) {
                try HTTPServer(configuration: configuration, handler: TestHandler.echo)
            }
        }
    }
}
