// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

/// HMAC (RFC 2104) over any hash function.
public struct HMAC<H: HashFunction>: Sendable {
    /// The key's type.
    public typealias Key = SymmetricKey
    /// The result's type.
    public typealias MAC = HashedAuthenticationCode<H>

    private var state: HMACState<H>

    /// A code over nothing yet.
    public init(key: SymmetricKey) {
        state = HMACState(key: key)
    }

    /// Takes in the data.
    public mutating func update<D: DataProtocol>(data: D) {
        for region in data.regions {
            region.withUnsafeBytes { update(bufferPointer: $0) }
        }
    }

    mutating func update(bufferPointer: UnsafeRawBufferPointer) {
        if !isKnownUniquelyReferenced(&state) { state = HMACState(copying: state) }
        state.update(bufferPointer)
    }

    /// The code of all bytes taken in; more may follow.
    public func finalize() -> MAC {
        HashedAuthenticationCode(storage: state.finalize())
    }

    /// The code of the data under the key.
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        var hmac = HMAC(key: key)
        hmac.update(data: data)
        return hmac.finalize()
    }

    /// Whether the code belongs to the data and the key, in constant time.
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ authenticationCode: MAC, authenticating authenticatedData: D, using key: SymmetricKey
    ) -> Bool {
        self.authenticationCode(for: authenticatedData, using: key) == authenticationCode
    }

    /// Whether the code belongs to the data and the key, in constant time.
    public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
        _ authenticationCode: C, authenticating authenticatedData: D, using key: SymmetricKey
    ) -> Bool {
        let expected = self.authenticationCode(for: authenticatedData, using: key)
        return authenticationCode.withUnsafeBytes { code in
            expected.withUnsafeBytes { constantTimeEquals($0, code) }
        }
    }

    /// Whether the code belongs to the buffer and the key, in constant time.
    public static func isValidAuthenticationCode(
        _ authenticationCode: MAC, authenticating bufferPointer: UnsafeRawBufferPointer, using key: SymmetricKey
    ) -> Bool {
        var hmac = HMAC(key: key)
        hmac.update(bufferPointer: bufferPointer)
        return hmac.finalize() == authenticationCode
    }
}

#endif
