// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import WaxSystem

/// A server that reads a request's head and answers with exactly the bytes it is given, then closes.
final class RawServer: Sendable {
    let port: UInt16

    private let descriptor: Int32
    private let heads = Locked<[String]>([])

    /// With `isSilent` the connection stays open until the client ends it.
    init(_ answer: String, isSilent: Bool = false) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        listen(descriptor, 16)
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [heads] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                var head: [UInt8] = []
                var byte: UInt8 = 0
                while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(client, &byte, 1, 0) == 1 {
                    head.append(byte)
                }
                heads.withLock { $0.append(String(decoding: head, as: UTF8.self)) }
                let bytes = Array(answer.utf8)
                _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                while isSilent, recv(client, &byte, 1, 0) == 1 {}
                Glibc.close(client)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    /// The heads of the requests so far.
    var requests: [String] { heads.withLock { $0 } }
}
