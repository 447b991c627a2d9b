// SPDX-License-Identifier: Apache-2.0

/// Names one stream of one connection of a server.
package struct HTTP2StreamKey: Hashable, Sendable {
    package let connection: HTTP2ConnectionID
    package let streamID: Int32
}
