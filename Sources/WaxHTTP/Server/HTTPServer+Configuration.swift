// SPDX-License-Identifier: Apache-2.0

extension HTTPServer {
    /// How a server listens, and what it bears.
    package struct Configuration: Sendable {
        /// The address to listen at.
        package var address = IPAddress.loopback
        /// The port to listen at; 0 takes a free one.
        package var port: UInt16 = 0
        /// Threads that read, write and start handlers.
        package var threads = 2
        /// Connections at a time; more wait until one closes.
        package var connectionLimit = 10_000
        /// The longest body in bytes.
        package var maximumBodyBytes = 256 * 1024
        /// The longest request line and headers together, in bytes.
        package var maximumHeaderBytes = 16 * 1024
        /// The most header fields.
        package var maximumHeaderCount = 100
        /// How long a connection may stand without a whole request head, or without taking what is sent to it.
        package var idleTimeout = Duration.seconds(60)
        /// How long a body may take after its head.
        package var bodyTimeout = Duration.seconds(60)
        /// How often connections are inspected: for the two timeouts, and for clients that left while their answer is
        /// held.
        package var inspectionInterval = Duration.seconds(2)
        /// Proxies whose `X-Forwarded-For` is believed.
        package var trustedProxies: [IPNetwork] = []
        /// Certificate and key; nil listens in plain text.
        package var tls: TLS?

        package init() {}
    }

    /// What a TLS listener shows, as PEM text.
    package struct TLS: Sendable {
        /// The certificate, followed by those that lead to its root.
        package var certificateChain: [UInt8]
        /// The key of the first certificate, without a password.
        package var privateKey: [UInt8]

        package init(certificateChain: [UInt8], privateKey: [UInt8]) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }
}
