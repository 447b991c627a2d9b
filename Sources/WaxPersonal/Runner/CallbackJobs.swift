// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxWebhooks

/// The callbacks that the runner holds. Confined to its thread.
struct CallbackJobs {
    struct UnderWay {
        let claim: CallbackClaim
        let task: Task<Void, Never>
    }

    /// How many are under way at a time.
    static let limit = 32

    /// By the notification's identifier.
    var underWay: [Int64: UnderWay] = [:]
    /// How those that ended did, not written down yet.
    var results: [(claim: CallbackClaim, verdict: AttemptVerdict)] = []

    var room: Int { Self.limit - underWay.count }
    var isFull: Bool { room <= 0 }
}
