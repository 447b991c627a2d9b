// SPDX-License-Identifier: Apache-2.0

/// What somebody who can write to the database, and has no master key, may do to the row of a device.
enum DeviceTampering: String, CaseIterable, Sendable {
    case plantPublicKey
    case plantPublicKeyWithItsID
    case plantPublicKeyWithItsRow
    case spoilPublicKey
    case cutPublicKey
    case removePublicKey
    case removeKeyID
    case removeKey
    case removeKeyAndTag
    case removeKeyWithTagOfKeyless
    case takeTokenOfOther
    case takeTokenAndLookupOfOther
    case takeTokenAndKeyOfOther
    case spoilToken
    case emptyToken

    /// Whether the key is touched and the token is not.
    var isAboutKeyAlone: Bool { rawValue.hasSuffix("Token") == false && !rawValue.hasPrefix("takeToken") }

    /// The statements. `?1` is the id of the device, `?2` that of another one, `?3` that of one without a key, `?4` a
    /// public key of somebody else's and `?5` its id.
    var statements: [String] {
        switch self {
        case .plantPublicKey: ["UPDATE devices SET public_key = ?4 WHERE id = ?1"]
        case .plantPublicKeyWithItsID: ["UPDATE devices SET public_key = ?4, key_id = ?5 WHERE id = ?1"]
        case .plantPublicKeyWithItsRow: [Self.copy(["public_key", "key_id", "key_tag"])]
        case .spoilPublicKey: ["UPDATE devices SET public_key = CAST(substr(?4, 1, 64) || x'00' AS BLOB) WHERE id = ?1"]
        case .cutPublicKey: ["UPDATE devices SET public_key = substr(public_key, 1, 64) WHERE id = ?1"]
        case .removePublicKey: ["UPDATE devices SET public_key = NULL WHERE id = ?1"]
        case .removeKeyID: ["UPDATE devices SET key_id = NULL WHERE id = ?1"]
        case .removeKey: ["UPDATE devices SET public_key = NULL, key_id = NULL WHERE id = ?1"]
        case .removeKeyAndTag: ["UPDATE devices SET public_key = NULL, key_id = NULL, key_tag = x'' WHERE id = ?1"]
        case .removeKeyWithTagOfKeyless:
            [
                """
                UPDATE devices SET public_key = NULL, key_id = NULL,
                    key_tag = (SELECT key_tag FROM devices WHERE id = ?3) WHERE id = ?1
                """
            ]
        case .takeTokenOfOther: [Self.copy(["token"])]
        case .takeTokenAndLookupOfOther:
            [
                Self.copy(["token"]),
                "UPDATE devices SET token_lookup = CAST(x'01' || token_lookup AS BLOB) WHERE id = ?2",
                "UPDATE devices SET token_lookup = (SELECT substr(token_lookup, 2) FROM devices WHERE id = ?2) WHERE id = ?1",
            ]
        case .takeTokenAndKeyOfOther: [Self.copy(["token", "public_key", "key_id", "key_tag"])]
        case .spoilToken:
            [
                "UPDATE devices SET token = CAST(substr(token, 1, length(token) - 8) || zeroblob(8) AS BLOB) WHERE id = ?1"
            ]
        case .emptyToken: ["UPDATE devices SET token = x'' WHERE id = ?1"]
        }
    }

    private static func copy(_ columns: [String]) -> String {
        let assignments = columns.map { "\($0) = (SELECT \($0) FROM devices WHERE id = ?2)" }
        return "UPDATE devices SET \(assignments.joined(separator: ", ")) WHERE id = ?1"
    }
}
