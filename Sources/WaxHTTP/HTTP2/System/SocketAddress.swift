// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// An IPv4 or IPv6 address with its port, as the kernel wants it.
struct SocketAddress: Sendable {
    private let bytes: [UInt8]

    private init(_ address: UnsafePointer<sockaddr>, count: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(count)))
    }

    /// Whether `text` is an IP address and not a name.
    static func isNumeric(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    /// The addresses of `host`, asked for anew each time. Blocks until the resolver has answered.
    static func resolve(host: String, port: UInt16) throws(TransportError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else { throw .resolution("\(host): \(String(cString: gai_strerror(code)))") }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr { found.append(SocketAddress(address, count: entry.ai_addrlen)) }
            next = entry.ai_next
        }
        return found
    }

    /// A non-blocking socket whose connection to this address has begun.
    func connect() throws(TransportError) -> FileDescriptor {
        let socket = try makeSocket()
        socket.sendWithoutDelay()
        let result = withPointer { Glibc.connect(socket.raw, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw SystemCall.failure("connect") }
        return socket
    }

    /// A non-blocking socket that listens at this address, also while an earlier one's connections linger.
    func listen() throws(TransportError) -> FileDescriptor {
        let socket = try makeSocket()
        var option: Int32 = 1
        setsockopt(socket.raw, SOL_SOCKET, SO_REUSEADDR, &option, socklen_t(MemoryLayout<Int32>.size))
        guard withPointer({ bind(socket.raw, $0, $1) }) == 0 else { throw SystemCall.failure("bind") }
        guard Glibc.listen(socket.raw, SOMAXCONN) == 0 else { throw SystemCall.failure("listen") }
        return socket
    }

    /// The port that the kernel has given to a listening socket.
    static func localPort(of socket: borrowing FileDescriptor) throws(TransportError) -> UInt16 {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.raw, $0, &count) }
        }
        guard result == 0 else { throw SystemCall.failure("getsockname") }
        // The port is at the same place in both families.
        return withUnsafeBytes(of: &storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    /// Why the connection of a socket that became writable has failed; nil when it has not.
    static func connectionFailure(of socket: Int32) -> TransportError? {
        var code: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &count) == 0 else {
            return SystemCall.failure("getsockopt")
        }
        return code == 0 ? nil : .system(call: "connect", code: code)
    }

    private func makeSocket() throws(TransportError) -> FileDescriptor {
        let family = withPointer { address, _ in Int32(address.pointee.sa_family) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return try FileDescriptor(adopting: socket(family, type, 0), from: "socket")
    }

    private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // Copied into the storage type for its alignment.
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
        }
    }
}
