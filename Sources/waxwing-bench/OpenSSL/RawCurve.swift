// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// libcrypto's own operations on P-256 with nothing around them: the yardstick for a seal.
///
/// Scalars and points are random and change from call to call: small ones would make a step look free.
final class RawCurve {
    private let group: OpaquePointer
    private let context: OpaquePointer
    private let product: OpaquePointer
    private var scalars: [OpaquePointer] = []
    /// Points as a decoder makes them.
    private var points: [OpaquePointer] = []
    /// Points as a multiplication leaves them: the encoding has to divide.
    private var products: [OpaquePointer] = []
    private var encoding = [UInt8](repeating: 0, count: 65)
    private var turn = 0

    /// libcrypto's version.
    static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    init(count: Int = 256) throws {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), let context = BN_CTX_new(),
            let product = EC_POINT_new(group)
        else { throw Failure() }
        self.group = group
        self.context = context
        self.product = product
        for _ in 0..<count {
            guard let scalar = BN_new(), let point = EC_POINT_new(group), let multiple = EC_POINT_new(group) else {
                throw Failure()
            }
            scalars.append(scalar)
            points.append(point)
            products.append(multiple)
            try check(BN_rand_range(scalar, EC_GROUP_get0_order(group)))
            try check(EC_POINT_mul(group, multiple, scalar, nil, nil, context))
            let written = EC_POINT_point2oct(
                group, multiple, POINT_CONVERSION_UNCOMPRESSED, &encoding, encoding.count, context)
            try check(EC_POINT_oct2point(group, point, encoding, written, context))
        }
    }

    deinit {
        for scalar in scalars { BN_free(scalar) }
        for point in points + products + [product] { EC_POINT_free(point) }
        BN_CTX_free(context)
        EC_GROUP_free(group)
    }

    /// Random scalar times generator.
    func multiplyBase(times: Int) throws {
        for _ in 0..<times {
            try check(EC_POINT_mul(group, product, scalars[next()], nil, nil, context))
        }
    }

    /// Random scalar times random point.
    func multiplyPoint(times: Int) throws {
        for _ in 0..<times {
            let index = next()
            let scalar = scalars[(index + 1) % scalars.count]
            try check(EC_POINT_mul(group, product, nil, points[index], scalar, context))
        }
    }

    /// Random product to 65 bytes.
    func encode(times: Int) throws {
        for _ in 0..<times {
            let count = EC_POINT_point2oct(
                group, products[next()], POINT_CONVERSION_UNCOMPRESSED, &encoding, encoding.count, context)
            guard count == encoding.count else { throw Failure() }
        }
    }

    private func next() -> Int {
        turn = (turn + 1) % scalars.count
        return turn
    }

    private func check(_ result: Int32) throws {
        guard result == 1 else { throw Failure() }
    }

    private struct Failure: Error {}
}
