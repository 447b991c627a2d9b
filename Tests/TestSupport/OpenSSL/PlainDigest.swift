// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Hash functions without a key, as somebody might apply them to a secret that is easy to guess.
package enum PlainDigest: String, CaseIterable, Sendable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"

    /// The hash of `bytes`.
    package func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let status = EVP_Digest(bytes, bytes.count, &digest, &count, EVP_get_digestbyname(rawValue), nil)
        precondition(status == 1, "OpenSSL has no \(rawValue)")
        return Array(digest.prefix(Int(count)))
    }
}
