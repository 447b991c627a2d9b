// SPDX-License-Identifier: Apache-2.0

/// Finds the place of a key among the members of an object.
///
/// Up to sixteen members are searched one by one. From the next on there is an open-addressed table of places,
/// hashed with the process's random seed, so that nobody can choose keys that collide.
struct JSONKeyIndex: Sendable {
    private static let searchedOneByOne = 16
    private static let free = UInt32.max

    /// Empty, or a power of two that is at least twice the number of members.
    private var table: [UInt32] = []

    /// The place of `key` among `count` members.
    @inline(__always)
    func find(_ key: String, count: Int, keyAt: (Int) -> String) -> Int? {
        if table.isEmpty {
            for place in 0..<count where keyAt(place).hasSameCodePoints(as: key) { return place }
            return nil
        }
        var slot = Self.hash(key) & (table.count - 1)
        while table[slot] != Self.free {
            let place = Int(table[slot])
            if keyAt(place).hasSameCodePoints(as: key) { return place }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }

    /// Takes note of the last of `count` members.
    @inline(__always)
    mutating func insert(count: Int, keyAt: (Int) -> String) {
        guard count > Self.searchedOneByOne else { return }
        if count * 2 > table.count {
            rebuild(count: count, keyAt: keyAt)
        } else {
            insert(place: count - 1, hash: Self.hash(keyAt(count - 1)))
        }
    }

    /// Starts again for `count` members.
    mutating func rebuild(count: Int, keyAt: (Int) -> String) {
        table = []
        guard count > Self.searchedOneByOne else { return }
        var size = 64
        while size < count * 4 { size *= 2 }
        table = [UInt32](repeating: Self.free, count: size)
        for place in 0..<count { insert(place: place, hash: Self.hash(keyAt(place))) }
    }

    private mutating func insert(place: Int, hash: Int) {
        var slot = hash & (table.count - 1)
        while table[slot] != Self.free { slot = (slot + 1) & (table.count - 1) }
        table[slot] = UInt32(place)
    }

    private static func hash(_ key: String) -> Int {
        var hasher = Hasher()
        key.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
