// SPDX-License-Identifier: Apache-2.0
extension SealedPushBook {
    /// The most revocations that a relay takes in a call.
    public static let revocationsPerCall = 32

    /// Forgets a contact. What revokes its tokens, the present one and earlier ones that it may still use, is kept:
    /// `revocations` offers it until the relay has confirmed it.
    public func forget(_ contact: String) throws(SealedPushError) {
        try exclusively { try remove(contact) }
    }

    /// What revokes the tokens of contacts that were forgotten, as many as the relay takes in a call; it is offered again until
    /// `confirm`, or until the relay's list of keys shows that the tokens have long ended. Those that have ended by this hour,
    /// which may be wrong, come last.
    public func revocations(hour: UInt32) throws(SealedPushError) -> [SealedRevocation] {
        try exclusively {
            let all = try revoked().map(\.record)
            let due = all.filter { $0.expires > hour } + all.filter { $0.expires <= hour }
            return due.prefix(Self.revocationsPerCall).map { SealedRevocation(token: $0.token, secret: $0.secret) }
        }
    }

    /// Notes that the relay answered 202 to a call with these: they are revoked for good. After any other answer they are sent
    /// again later.
    public func confirm(_ revocations: [SealedRevocation]) throws(SealedPushError) {
        try exclusively {
            for revocation in revocations {
                try store.remove(
                    SealedEarlierRecord(secret: revocation.secret, token: revocation.token, expires: 0).revokedName)
            }
        }
    }
}
