// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import WaxHTTP

@Suite struct TLSSessionTests {
    @Test(arguments: ["localhost", "127.0.0.1"]) func handshakeAndBothEnds(name: String) throws {
        var pair = try Pair(certificateNames: ["localhost", "127.0.0.1"], clientExpects: name)
        #expect(pair.handshake() == "done, done")
        let message = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        #expect(pair.transfer(message, fromClient: true) == message)
        #expect(pair.transfer(message, fromClient: false) == message)
        pair.client.shutDown()
        #expect(pair.readOnce(fromClient: true) == .ended)
    }

    @Test(arguments: [
        (["localhost"], "other.example", "hostname mismatch"),
        (["*.example"], "a.b.example", "hostname mismatch"),
        (["127.0.0.1"], "127.0.0.2", "IP address mismatch"),
        (["localhost"], "127.0.0.1", "IP address mismatch"),
    ]) func wrongNamesAreRefused(names: [String], expected: String, reason: String) throws {
        var pair = try Pair(certificateNames: names, clientExpects: expected)
        #expect(pair.handshake().hasPrefix("certificate: \(reason)"))
    }

    @Test func strangersAreRefused() throws {
        let stranger = try CertificateAuthority(name: "Other root")
        var pair = try Pair(certificateNames: ["localhost"], clientExpects: "localhost", trusting: stranger)
        let result = pair.handshake()
        #expect(result.hasPrefix("certificate: "))
        // The server learns why its certificate was not taken.
        #expect(result.contains("unknown ca"))
    }

    @Test func endOfThePeerDuringTheHandshake() throws {
        var pair = try Pair(certificateNames: ["localhost"], clientExpects: "localhost", isServerGone: true)
        #expect(pair.handshake() == "send: Broken pipe")
    }

    @Test func nothingOlderThanTLS12IsOffered() throws {
        var raw: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &raw) == 0)
        let clientEnd = try FileDescriptor(adopting: raw[0], from: "socketpair")
        let serverEnd = try FileDescriptor(adopting: raw[1], from: "socketpair")
        let client = try TLSSession(
            context: TLSContext(clientTrusting: .system), connectingTo: "localhost", over: clientEnd)
        _ = client.handshake()
        var hello = [UInt8](repeating: 0, count: 4096)
        guard case .done(let count) = hello.withUnsafeMutableBytes({ serverEnd.receive(into: $0) }) else {
            Issue.record("no ClientHello")
            return
        }
        #expect(try Self.versions(offeredBy: Array(hello[..<count])) == [0x0304, 0x0303])
    }

    /// The extension `supported_versions` of a ClientHello (RFC 8446, sections 4.1.2 and 4.2.1).
    private static func versions(offeredBy hello: [UInt8]) throws -> [UInt16] {
        func number(at place: Int) -> Int { Int(hello[place]) << 8 | Int(hello[place + 1]) }
        // Record, handshake, version and random stand before the session's id; then come ciphers and compression.
        var place = 5 + 4 + 2 + 32
        place += 1 + Int(hello[place])
        place += 2 + number(at: place)
        place += 1 + Int(hello[place])
        let end = place + 2 + number(at: place)
        place += 2
        while place + 4 <= end {
            let length = number(at: place + 2)
            if number(at: place) == 43 {
                return stride(from: place + 5, to: place + 4 + length, by: 2).map { UInt16(number(at: $0)) }
            }
            place += 4 + length
        }
        throw TransportError.tls("no supported_versions")
    }

    /// A client and a server over a socket pair, in one thread.
    private struct Pair {
        let client: TLSSession
        let server: TLSSession?

        init(
            certificateNames: [String], clientExpects name: String, trusting other: CertificateAuthority? = nil,
            isServerGone: Bool = false
        ) throws {
            let authority = try CertificateAuthority(name: "Test root")
            var raw: [Int32] = [0, 0]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &raw) == 0)
            let clientEnd = try FileDescriptor(adopting: raw[0], from: "socketpair")
            let serverEnd = try FileDescriptor(adopting: raw[1], from: "socketpair")
            client = try TLSSession(
                context: TLSContext(clientTrusting: .pem((other ?? authority).certificatePEM)), connectingTo: name,
                over: clientEnd)
            server =
                isServerGone
                ? nil
                : try TLSSession(
                    context: TLSContext(server: authority.issue(for: certificateNames)), acceptedFrom: serverEnd)
        }

        /// What both ends say when neither can go on.
        mutating func handshake() -> String {
            var ends: [TLSSession.Step?] = [nil, nil]
            while ends.contains(nil) {
                for (index, session) in [client, server].enumerated() where ends[index] == nil {
                    guard let session else {
                        ends[index] = .blocked
                        continue
                    }
                    session.becameReadable(hasEnded: false)
                    let step = session.handshake()
                    if step != .blocked { ends[index] = step }
                }
            }
            return ends.compactMap { step in
                switch step {
                case .done: "done"
                case .ended: "ended"
                case .failed(let error): "\(error)"
                case .blocked, nil: nil
                }
            }.joined(separator: ", ")
        }

        /// Sends from one end to the other, as far as each is ready, until all has come.
        mutating func transfer(_ message: [UInt8], fromClient: Bool) -> [UInt8] {
            guard let server else { return [] }
            let (sender, receiver) = fromClient ? (client, server) : (server, client)
            var sent = 0
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 10_000)
            while received.count < message.count {
                message[sent..<min(sent + 16_384, message.count)].withUnsafeBytes {
                    if case .done(let count) = sender.write($0) { sent += count }
                }
                _ = sender.flush()
                receiver.becameReadable(hasEnded: false)
                if case .done(let count) = buffer.withUnsafeMutableBytes({ receiver.read(into: $0) }) {
                    received += buffer[..<count]
                }
            }
            return received
        }

        mutating func readOnce(fromClient: Bool) -> TLSSession.Step? {
            let receiver = fromClient ? server : client
            var buffer = [UInt8](repeating: 0, count: 100)
            receiver?.becameReadable(hasEnded: false)
            return buffer.withUnsafeMutableBytes { receiver?.read(into: $0) }
        }
    }
}
