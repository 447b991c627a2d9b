// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// Which pushes a list shows.
package struct PushFilter: Sendable {
    package var app: Int64?
    package var userID: String?
    package var state: PushState?
    package var since: Timestamp?
    package var until: Timestamp?

    package init() {}
}
