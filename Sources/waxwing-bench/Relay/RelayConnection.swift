// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxEnvelope

/// One connection to a relay, over which calls follow each other; it waits for each answer.
final class RelayConnection {
    private let socket: Int32
    private var answer = [UInt8](repeating: 0, count: 64 * 1024)

    init(port: UInt16) throws {
        socket = try LoopbackSocket.connect(to: port)
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(socket) }

    /// The bytes of a call to wake, by the nonce's place in them.
    static func wake(_ tokens: [SealedToken]) -> (request: [UInt8], nonce: Int) {
        var body: [UInt8] = Array(#"{"v":1,"nonce":""#.utf8)
        let nonce = body.count
        body += repeatElement(UInt8(ascii: "A"), count: 22)
        body += #"","class":"alert","tokens":["#.utf8
        body += tokens.map { "\"\($0.text)\"" }.joined(separator: ",").utf8
        body += "]}".utf8
        let request = post("/v1/sealed/wake", body)
        return (request, request.count - body.count + nonce)
    }

    static func post(_ path: String, _ body: [UInt8]) -> [UInt8] {
        Array(
            "POST \(path) HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
                .utf8)
            + body
    }

    /// Writes a number into a request where its nonce stands, so that no two are the same.
    static func setNonce(_ number: UInt64, _ request: inout [UInt8], at place: Int) {
        for digit in 0..<16 {
            request[place + digit] = UInt8(ascii: "A") + UInt8(truncatingIfNeeded: number >> UInt64(digit * 4)) & 15
        }
    }

    /// Sends a request and returns the whole answer, head and body.
    func call(_ request: [UInt8]) throws -> ArraySlice<UInt8> {
        guard write(socket, request, request.count) == request.count else {
            throw BenchmarkFailure("the relay hung up")
        }
        var count = 0
        while true {
            let got = answer.withUnsafeMutableBytes { room in
                read(socket, room.baseAddress.map { $0 + count }, room.count - count)
            }
            guard got > 0 else { throw BenchmarkFailure("the relay hung up") }
            count += got
            if let end = Self.end(of: answer[..<count]), count >= end { return answer[..<end] }
        }
    }

    func get(_ path: String) throws -> String {
        String(decoding: try call(Array("GET \(path) HTTP/1.1\r\nHost: relay\r\n\r\n".utf8)), as: UTF8.self)
    }

    /// Where the answer ends; nil while its head is not whole.
    private static func end(of answer: ArraySlice<UInt8>) -> Int? {
        let text = answer.prefix(2048)
        guard let blank = text.indices.first(where: { text[$0...].starts(with: "\r\n\r\n".utf8) }) else { return nil }
        let head = String(decoding: text[..<blank], as: UTF8.self)
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let length = line?.split(separator: ":").last.flatMap { Int($0.filter { $0 != " " }) } ?? 0
        return blank + 4 + length
    }
}
