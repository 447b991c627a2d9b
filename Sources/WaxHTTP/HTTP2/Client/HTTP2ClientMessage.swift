// SPDX-License-Identifier: Apache-2.0

/// What other threads tell the thread of a client.
enum HTTP2ClientMessage: Sendable {
    case submit([HTTP2Request])
    case close(drain: Duration)
}
