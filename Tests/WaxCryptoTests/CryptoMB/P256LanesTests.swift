// SPDX-License-Identifier: Apache-2.0
#if canImport(CCryptoMB)
import Testing

@testable import WaxCrypto

/// Whether this processor has the lanes' instructions: without, there is nothing to hold to libcrypto's results.
private let hasLanes = P256Lanes() != nil

@Suite(.enabled(if: hasLanes, "the processor has no AVX-512 IFMA"))
struct P256LanesTests {
    private struct Agreement: Equatable {
        var publicKey = [UInt8](repeating: 0, count: 65)
        var secret = [UInt8](repeating: 0, count: 32)
    }

    private func run(
        _ lanes: P256Lanes, _ scalars: [[UInt8]], _ points: [[UInt8]], in set: LaneSet = .all
    ) throws -> LaneSet {
        for lane in 0..<8 where set.contains(lane) {
            scalars[lane].withUnsafeBytes { scalar in
                points[lane].withUnsafeBytes { lanes.load(lane, scalar: scalar, point: $0) }
            }
        }
        return try lanes.run(set)
    }

    private func result(_ lanes: P256Lanes, _ lane: Int) -> Agreement {
        var agreement = Agreement()
        agreement.publicKey.withUnsafeMutableBytes { publicKey in
            agreement.secret.withUnsafeMutableBytes { lanes.write(lane, publicKey: publicKey, secret: $0) }
        }
        return agreement
    }

    /// What libcrypto makes of the same numbers.
    private func expected(_ scalar: [UInt8], _ point: [UInt8]) throws -> Agreement {
        let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar)
        let secret = try own.sharedSecretFromKeyAgreement(with: .init(x963Representation: point))
        return Agreement(
            publicKey: [UInt8](own.publicKey.x963Representation), secret: secret.withUnsafeBytes { [UInt8]($0) })
    }

    private func randomScalar() -> [UInt8] { [UInt8](P256.KeyAgreement.PrivateKey().rawRepresentation) }

    private func randomPoint() -> [UInt8] { [UInt8](P256.KeyAgreement.PrivateKey().publicKey.x963Representation) }

    @Test func sameAsLibcrypto() throws {
        let lanes = try #require(P256Lanes())
        for _ in 0..<50 {
            let scalars = (0..<8).map { _ in randomScalar() }
            let points = (0..<8).map { _ in randomPoint() }
            #expect(try run(lanes, scalars, points) == .all)
            for lane in 0..<8 {
                #expect(try result(lanes, lane) == expected(scalars[lane], points[lane]))
            }
        }
    }

    @Test func scalarsAtTheEdges() throws {
        let lanes = try #require(P256Lanes())
        let zeros = String(repeating: "00", count: 31)
        let scalars = [
            zeros + "01", zeros + "02", zeros + "80",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f",
            "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8",
            "80000000" + String(repeating: "00", count: 28), String(repeating: "aa", count: 32),
        ].map { [UInt8](hex: $0) }
        // The generator too: what its multiples meet in a table of multiples is itself.
        let generator = try expected(scalars[0], randomPoint()).publicKey
        for points in [[[UInt8]](repeating: generator, count: 8), (0..<8).map { _ in randomPoint() }] {
            #expect(try run(lanes, scalars, points) == .all)
            for lane in 0..<8 {
                #expect(try result(lanes, lane) == expected(scalars[lane], points[lane]))
            }
        }
    }

    @Test(arguments: 1..<256)
    func anyLanesMayBeIdle(bits: Int) throws {
        let lanes = try #require(P256Lanes())
        let scalars = (0..<8).map { _ in randomScalar() }
        let points = (0..<8).map { _ in randomPoint() }
        let set = LaneSet((0..<8).filter { bits & (1 << $0) != 0 })
        #expect(try run(lanes, scalars, points, in: set) == set)
        for lane in 0..<8 where set.contains(lane) {
            #expect(try result(lanes, lane) == expected(scalars[lane], points[lane]))
        }
    }

    @Test func withoutLanesNothingIsRun() throws {
        #expect(try #require(P256Lanes()).run(LaneSet()) == LaneSet())
    }

    @Test func aPointOffTheCurveIsItsOwnLanesFault() throws {
        let lanes = try #require(P256Lanes())
        for bits in 0..<256 {
            let bad = LaneSet((0..<8).filter { bits & (1 << $0) != 0 })
            let scalars = (0..<8).map { _ in randomScalar() }
            let points = (0..<8).map { lane in
                var point = randomPoint()
                if bad.contains(lane) { point[64] ^= 1 }
                return point
            }
            #expect(try run(lanes, scalars, points) == LaneSet((0..<8).filter { !bad.contains($0) }))
            for lane in 0..<8 where !bad.contains(lane) {
                #expect(try result(lanes, lane) == expected(scalars[lane], points[lane]))
            }
        }
    }

    @Test func scalarsAreWipedAfterARun() throws {
        let lanes = try #require(P256Lanes())
        let scalars = (0..<8).map { _ in randomScalar() }
        let points = (0..<8).map { _ in randomPoint() }
        #expect(try run(lanes, scalars, points) == .all)
        // What the lanes hold now are zeros, which are no scalars.
        #expect(throws: CryptoKitError.self) { try lanes.run(.all) }
    }

    @Test func clearingOverwritesResults() throws {
        let lanes = try #require(P256Lanes())
        #expect(try run(lanes, (0..<8).map { _ in randomScalar() }, (0..<8).map { _ in randomPoint() }) == .all)
        lanes.clear()
        for lane in 0..<8 {
            #expect(result(lanes, lane) == Agreement(publicKey: [4] + [UInt8](repeating: 0, count: 64)))
        }
    }
}

extension LaneSet {
    fileprivate static let all = LaneSet(0..<8)

    fileprivate init(_ lanes: some Sequence<Int>) {
        self.init()
        for lane in lanes { insert(lane) }
    }
}

#endif
