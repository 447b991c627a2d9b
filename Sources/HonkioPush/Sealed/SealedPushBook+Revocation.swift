// SPDX-License-Identifier: Apache-2.0
extension SealedPushBook {
    /// The most revocations that a relay takes in a call.
    public static let revocationsPerCall = 32
    /// How long after its end a token is still offered for revocation, in hours: this clock may be wrong.
    private static let grace: UInt32 = 4

    /// Forgets a contact. What revokes its tokens, the present one and earlier ones that it may still use, is kept:
    /// `revocations` offers it until the relay has confirmed it.
    public func forget(_ contact: String) throws(SealedPushError) {
        try exclusively { try remove(contact) }
    }

    /// What revokes the tokens of contacts that were forgotten, as many as the relay takes in a call; it is offered again until
    /// `confirm`, or until the tokens have ended.
    public func revocations(hour: UInt32) throws(SealedPushError) -> [SealedRevocation] {
        try exclusively {
            var due: [SealedRevocation] = []
            for (name, record) in try revoked() {
                if record.expires + Self.grace <= hour {
                    try store.remove(name)
                } else {
                    due.append(SealedRevocation(token: record.token, secret: record.secret))
                }
            }
            return Array(due.prefix(Self.revocationsPerCall))
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
