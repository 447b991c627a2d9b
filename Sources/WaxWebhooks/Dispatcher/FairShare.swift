// SPDX-License-Identifier: Apache-2.0

/// Shares out the requests that may begin, one after the other to each webhook in turn.
enum FairShare {
    struct Wish: Equatable, Sendable {
        let webhook: Int64
        let count: Int
        let isFailing: Bool
    }

    /// How many requests each webhook may begin, `free` in all and `freeForFailing` of them for those that fail.
    ///
    /// `wishes` are served in their order, so the caller turns it from one time to the next.
    static func share(_ wishes: [Wish], free: Int, freeForFailing: Int) -> [Int64: Int] {
        var shares: [Int64: Int] = [:]
        var (free, freeForFailing) = (free, freeForFailing)
        var round = 0
        var isAnyGiven = true
        while free > 0, isAnyGiven {
            isAnyGiven = false
            for wish in wishes where wish.count > round && free > 0 {
                if wish.isFailing {
                    guard freeForFailing > 0 else { continue }
                    freeForFailing -= 1
                }
                free -= 1
                shares[wish.webhook, default: 0] += 1
                isAnyGiven = true
            }
            round += 1
        }
        return shares
    }
}
