// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxCrypto

@Suite struct ScalarPoolTests {
    private static let order = [UInt8](hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

    @Test func numbersOutsideAreDrawnAgain() throws {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let largest = Self.order.dropLast() + [0x50]
        let outside = [[UInt8](repeating: 0, count: 32), Self.order, [UInt8](repeating: 0xFF, count: 32)]
        // Lent from the end of each draw: the first draw has nothing to lend at all.
        var draws = [outside + [Self.order], [one, Self.order, Array(largest), Self.order]]
        let pool = ScalarPool(capacity: 4) { $0.copyBytes(from: draws.removeFirst().joined()) }
        var lent: [[UInt8]] = []
        for _ in 0..<2 {
            try pool.withNext { lent.append([UInt8]($0)) }
        }
        #expect(lent == [Array(largest), one])
        #expect(draws.isEmpty)
    }

    @Test func eachIsLentOnceAndWiped() throws {
        let pool = ScalarPool(capacity: 3)
        var seen: Set<[UInt8]> = []
        for _ in 0..<10 {
            var place = UnsafeRawBufferPointer(start: nil, count: 0)
            try pool.withNext { scalar in
                place = scalar
                seen.insert([UInt8](scalar))
                #expect(P256.isValidScalar(scalar))
            }
            // The pool still owns the memory.
            #expect(place.count == 32 && place.allSatisfy { $0 == 0 })
        }
        #expect(seen.count == 10)
    }

    @Test func wipedAfterAFailureToo() {
        let pool = ScalarPool(capacity: 1)
        var place = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(throws: CryptoKitError.invalidParameter) {
            try pool.withNext { scalar throws(CryptoKitError) in
                place = scalar
                throw .invalidParameter
            }
        }
        #expect(place.count == 32 && place.allSatisfy { $0 == 0 })
    }

    @Test func withoutRandomnessNothingIsLent() {
        let pool = ScalarPool { _ throws(CryptoKitError) in throw .underlyingCoreCryptoError(error: 1) }
        #expect(throws: CryptoKitError.underlyingCoreCryptoError(error: 1)) {
            try pool.withNext { _ in Issue.record("lent without randomness") }
        }
    }
}
