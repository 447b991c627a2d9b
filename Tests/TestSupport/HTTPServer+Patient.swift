// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

extension HTTPServer.Configuration {
    /// The standard, but with timeouts that no test lasts for, however slow its machine is.
    package static var patient: HTTPServer.Configuration {
        var configuration = HTTPServer.Configuration()
        configuration.idleTimeout = .seconds(86_400)
        configuration.bodyTimeout = .seconds(86_400)
        return configuration
    }
}
