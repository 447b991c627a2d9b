// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

@testable import WaxDelivery

extension ProviderLane {
    /// Sends requests at any time.
    func submit(_ requests: [HTTP2Request]) { submit(requests, before: .seconds(1 << 40)) }
}
