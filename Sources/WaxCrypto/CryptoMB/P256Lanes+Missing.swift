// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit) && !canImport(CCryptoMB)

/// What stands for the lanes in a build without crypto_mb: there is no value of this type.
enum P256Lanes {
    init?(processorFeatures: UInt64 = 0) {
        return nil
    }

    func load(_ lane: Int, scalar: UnsafeRawBufferPointer, point: UnsafeRawBufferPointer) {
        switch self {}
    }

    func run(_ lanes: LaneSet, withPublicKeys: Bool = true) throws(CryptoKitError) -> LaneSet {
        switch self {}
    }

    func write(
        _ lane: Int, publicKey: UnsafeMutableRawBufferPointer, secret: UnsafeMutableRawBufferPointer
    ) {
        switch self {}
    }

    func secret(_ lane: Int) -> UnsafeRawBufferPointer {
        switch self {}
    }

    func clear() {
        switch self {}
    }
}

#endif
