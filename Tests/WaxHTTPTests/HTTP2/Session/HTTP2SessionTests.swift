// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import WaxHTTP

@Suite struct HTTP2SessionTests {
    @Test func secretAndSingularFieldsStayOutOfTheTables() throws {
        let client = try End(isServer: false)
        let server = try End(isServer: true)
        var headers = HTTP2Headers()
        headers.append("authorization", "bearer secret", isIndexed: false)
        headers.append("Apns-Topic", "com.example.app")
        for _ in 0..<2 {
            client.recorder.body = [1, 2, 3]
            let request = HTTP2Request(id: 1, path: "/3/device/00", headers: headers, body: client.recorder.body)
            _ = try client.session.submitRequest(request, authority: "localhost:1", slot: 0)
            try client.send(to: server)
        }
        let expected = [
            ":method: POST", ":scheme: https", ":authority: localhost:1", ":path: /3/device/00, not indexed",
            "authorization: bearer secret, not indexed", "apns-topic: com.example.app",
        ]
        #expect(server.recorder.fields == expected + expected)
        #expect(server.recorder.received == [1, 2, 3, 1, 2, 3])
    }

    /// APNs does not want PRIORITY, neither as a frame nor as a part of HEADERS.
    @Test func clientSendsNoPriority() throws {
        let client = try End(isServer: false)
        client.recorder.body = [1]
        for slot in 0..<3 {
            let request = HTTP2Request(id: 1, path: "/", body: [1])
            _ = try client.session.submitRequest(request, authority: "localhost", slot: slot)
        }
        let bytes = Array(try client.output().dropFirst(24))
        var types: [UInt8] = []
        var position = 0
        while position + 9 <= bytes.count {
            let length = Int(bytes[position]) << 16 | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
            let (type, flags) = (bytes[position + 3], bytes[position + 4])
            types.append(type)
            #expect(type != 2)
            if type == 1 { #expect(flags & 0x20 == 0) }
            position += 9 + length
        }
        #expect(types.sorted() == [0, 0, 0, 1, 1, 1, 4])
    }

    @Test func noiseIsAnErrorAndNoCrash() throws {
        for seed in 0..<200 {
            var random = SplitMix(seed: UInt64(seed))
            let server = try End(isServer: true)
            let client = try End(isServer: false)
            let request = HTTP2Request(id: 1, path: "/")
            _ = try client.session.submitRequest(request, authority: "localhost", slot: 0)
            var bytes = try client.output()
            for _ in 0..<3 { bytes[random.next(below: bytes.count)] = UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { bytes in
                _ = try? server.session.receive(bytes)
            }
            _ = try? server.output()
        }
    }

    /// One end of a connection without a socket.
    private final class End {
        let recorder = Recorder()
        let session: HTTP2Session

        init(isServer: Bool) throws {
            session = try HTTP2Session(isServer: isServer, settings: HTTP2Settings(), handler: recorder)
        }

        func output() throws -> [UInt8] {
            var all: [UInt8] = []
            while let bytes = try session.nextBytes() { all += bytes }
            return all
        }

        func send(to other: End) throws {
            let bytes = try output()
            try bytes.withUnsafeBytes { bytes throws in try other.session.receive(bytes) }
        }
    }

    /// Writes down what a session tells.
    private final class Recorder: HTTP2FrameHandler {
        var body: [UInt8] = []
        var fields: [String] = []
        var received: [UInt8] = []

        func streamBegan(_ streamID: Int32) -> Int? { Int(streamID) }

        func headerWillLeave(_ slot: Int) {}

        func takeBody(_ slot: Int, into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
            buffer.copyBytes(from: body)
            return (body.count, true)
        }

        func headerReceived(
            _ slot: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, isIndexed: Bool
        ) {
            let (name, value) = (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
            fields.append("\(name): \(value)\(isIndexed ? "" : ", not indexed")")
        }

        func headersReceived(_ slot: Int) {}

        func bodyReceived(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>) { received += bytes }

        func messageEnded(_ slot: Int) {}

        func streamClosed(_ slot: Int, code: UInt32) {}

        func settingsReceived(maximumStreams: Int) {}

        func goAwayReceived(lastStreamID: Int32, code: UInt32, debugData: [UInt8]) {}
    }
}
