// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// What the changes of all pushes are written with.
struct JobWriting: Sendable {
    let vault: Vault
    let events: any EventSink
    /// Says, after a commit, that a fallback text is to be sent.
    let onFallback: @Sendable () -> Void
}

extension RecordEvent.DeliveryEnd {
    /// Nil while the delivery is not final.
    init?(_ n: Int64, _ state: DeliveryState) {
        guard state.isFinal else { return nil }
        self.init(n: n, isSent: state == .sent)
    }
}
