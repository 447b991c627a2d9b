// SPDX-License-Identifier: Apache-2.0
import WaxFields
package import WaxJSON

/// What is wrong with the members of a credential in a configuration, in English; no member's value is in it.
package struct CredentialProblems: Error, Hashable, Sendable {
    /// Such as `key_id must be 10 letters and digits`.
    package let lines: [String]

    /// What `read` makes of an object, whose members that it does not ask for count for nothing.
    static func check<Credential>(
        _ object: JSONObject, _ read: (FieldReader) -> Credential?
    ) throws(CredentialProblems) -> Credential {
        let fields = FieldReader(object)
        let credential = read(fields)
        do throws(FieldProblems) {
            try fields.check()
        } catch {
            throw CredentialProblems(lines: error.problems.map { "\($0.field) \($0.rule.message.english)" })
        }
        guard let credential else { throw CredentialProblems(lines: []) }
        return credential
    }
}

extension APNsCredential {
    /// Reads a credential that stands in a configuration, by the rules of an app's `apns` object.
    package init(configured object: JSONObject) throws(CredentialProblems) {
        self = try CredentialProblems.check(object) { Self.read($0) }
    }
}

extension FCMCredential {
    /// Reads a service account's key file; its `token_uri` may be on any host, since an operator wrote it.
    package init(configured object: JSONObject) throws(CredentialProblems) {
        self = try CredentialProblems.check(object) { Self.readAccount($0, tokenHosts: nil) }
    }
}

extension VAPIDCredential {
    /// Reads a credential that stands in a configuration: `subject` and `private_key`.
    package init(configured object: JSONObject) throws(CredentialProblems) {
        self = try CredentialProblems.check(object, Self.readWithKey)
    }
}
