// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import FoundationEssentials

/// A code made by HMAC, or the pseudorandom key that HKDF extracts; it is wiped and never printed.
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
    let storage: SecureBytes

    /// The number of bytes.
    public var byteCount: Int { storage.count }

    /// The algorithm's name; the bytes may be a key, so they are left out.
    public var description: String { "HMAC with \(H.self)" }

    /// Lends the code's bytes for the duration of the call.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try storage.withUnsafeBytes(body)
    }

    /// Feeds the bytes to the hasher.
    public func hash(into hasher: inout Hasher) {
        storage.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

#endif
