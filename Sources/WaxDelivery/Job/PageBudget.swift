// SPDX-License-Identifier: Apache-2.0

/// How many deliveries a push may begin now: shares the room for attempts between pushes.
///
/// A push never holds more than the room that is left free beside it. So one whose provider does not answer cannot take
/// it all, however many devices it has: there is always some left for the next one.
struct PageBudget {
    private let pageSize: Int
    /// A push of which deliveries are under way waits for room for so many: small pages cost as much as large ones.
    private let smallestPage: Int
    private(set) var free: Int

    /// `total` deliveries may be under way, of which `used` are.
    init(total: Int, used: Int, pageSize: Int) {
        free = total - used
        self.pageSize = pageSize
        smallestPage = min(pageSize, total / 4) / 8
    }

    /// The size of the next page of a push of which `underWay` deliveries are under way; 0 when it has to wait.
    func page(underWay: Int) -> Int {
        guard free > 0 else { return 0 }
        let size = max(0, min(pageSize, (free - underWay + 1) / 2))
        return underWay > 0 && size < smallestPage ? 0 : size
    }

    mutating func take(_ count: Int) { free -= count }
}
