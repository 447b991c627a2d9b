// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sealing a push token to a relay, for an app that keeps its own books.
///
///     let token = try SealedPushToken.seal(content, to: list.sealingKey(hour: SealedPushToken.hour(of: .now))!)
///     give(token.text, to: contact)
///
/// `SealedPushBook` keeps them for an app that does not.
public enum SealedPushToken {
    /// Seals a token's content to a relay; no two results have anything in common but their length and the key's id.
    ///
    /// Throws `refused` for content that a relay would not take, and `noKey` when the cryptographic library fails itself.
    public static func seal(_ content: SealedTokenContent, to key: RelayPublicKey) throws(SealedPushError)
        -> SealedToken
    {
        do {
            return try SealedToken.seal(content, to: key)
        } catch let error as SealedTokenError {
            throw .refused(error)
        } catch {
            throw .noKey
        }
    }

    /// The tag that a token carries for the 32-byte secret with which its owner revokes it.
    public static func revocationTag(of secret: [UInt8]) -> [UInt8] { SealedTokenProof.revocationTag(of: secret) }

    /// The hour since 1970 that tokens and lists of keys count in.
    public static func hour(of date: Date) -> UInt32 { UInt32(max(0, date.timeIntervalSince1970) / 3600) }

    /// The minute since 1970 that renewals count in.
    public static func minutes(of date: Date) -> UInt32 { UInt32(max(0, date.timeIntervalSince1970) / 60) }
}
