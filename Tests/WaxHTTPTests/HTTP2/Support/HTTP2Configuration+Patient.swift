// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension HTTP2ClientConfiguration {
    /// The standard, but with timeouts that no test lasts for, however slow its machine is.
    static var patient: HTTP2ClientConfiguration {
        var configuration = HTTP2ClientConfiguration()
        configuration.connectTimeout = .seconds(86_400)
        configuration.queueTimeout = .seconds(86_400)
        configuration.responseTimeout = .seconds(86_400)
        configuration.drainTimeout = .seconds(86_400)
        configuration.pingTimeout = .seconds(86_400)
        return configuration
    }
}

extension HTTP2ServerConfiguration {
    /// The standard, but with a timeout that no test lasts for, however slow its machine is.
    static var patient: HTTP2ServerConfiguration {
        var configuration = HTTP2ServerConfiguration()
        configuration.handshakeTimeout = .seconds(86_400)
        return configuration
    }
}
