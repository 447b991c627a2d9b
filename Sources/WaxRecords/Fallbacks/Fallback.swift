// SPDX-License-Identifier: Apache-2.0

/// What may be shown of a push's fallback text.
package struct Fallback: Equatable, Sendable {
    package let state: FallbackState
    /// What the gateway calls the message.
    package let messageID: String?
    package let errorCode: String?

    package init(state: FallbackState, messageID: String?, errorCode: String?) {
        self.state = state
        self.messageID = messageID
        self.errorCode = errorCode
    }
}
