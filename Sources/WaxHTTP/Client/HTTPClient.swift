// SPDX-License-Identifier: Apache-2.0

/// Sends requests to other servers: one thread for all of them, connections kept for the next request.
///
/// Redirects are not followed, and cookies, `.netrc` and proxies are not used, but for a proxy that the configuration
/// allows.
package final class HTTPClient: Sendable {
    /// How a client connects.
    package struct Configuration: Sendable {
        /// Where connections may go.
        package var policy = TargetPolicy.any
        /// A PEM file with the certificates to trust instead of the system's.
        package var certificateAuthorityFile: String?
        /// How long a connection may take to be made, TLS included.
        package var connectTimeout = Duration.seconds(10)
        /// Connections at a time; more requests wait, within their timeouts.
        package var connectionLimit = 128
        /// Those of them that one host may have; nil for all.
        package var hostConnectionLimit: Int?
        /// Whether requests to one server wait for its first connection, to share it if it speaks HTTP/2.
        package var sharesConnections = false
        /// Whether `https_proxy` and its kin count. A client with `TargetPolicy.publicOnly` never uses a proxy, which
        /// would connect wherever it is asked to.
        package var usesProxyFromEnvironment = false
        /// Sent as `User-Agent`.
        package var userAgent = "waxwing"

        package init() {}
    }

    private let configuration: Configuration
    private let loop: CurlLoop

    /// Starts the client's thread, which ends with the client.
    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        loop = CurlLoop(
            connectionLimit: configuration.connectionLimit, hostConnectionLimit: configuration.hostConnectionLimit)
    }

    deinit { loop.stop() }

    /// Sends a request and waits for the whole answer. Cancelling the task ends the transfer.
    package func send(_ request: HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientResponse {
        let transfer = try CurlTransfer(request, configuration: configuration)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { completion in
                transfer.setCompletion(completion)
                loop.start(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        return try result.get()
    }
}
