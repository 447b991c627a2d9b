// SPDX-License-Identifier: Apache-2.0
package import WaxProviders

/// Which devices a list shows.
package struct DeviceFilter: Sendable {
    package var app: Int64?
    package var userID: String?
    package var platform: Platform?
    package var active: Bool?
    package var encrypted: Bool?

    package init() {}
}
