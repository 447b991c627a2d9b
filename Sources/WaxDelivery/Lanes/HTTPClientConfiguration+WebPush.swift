// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension HTTPClient.Configuration {
    /// How browsers' push services are reached: any device may name one, so none may take all connections.
    static func webPush(targets: TargetPolicy, certificateFile: String?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.policy = targets
        configuration.certificateAuthorityFile = certificateFile
        configuration.connectionLimit = 4 * WebPushLane.limit
        // What lanes of several apps send to one service goes through as many as one of them would have.
        configuration.hostConnectionLimit = WebPushLane.limit
        configuration.sharesConnections = true
        return configuration
    }
}
