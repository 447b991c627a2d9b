// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxFields
import WaxJSON
import WaxProviders

@Suite struct VAPIDCredentialTests {
    private func read(
        _ object: JSONObject, changing present: VAPIDCredential? = nil
    ) throws(FieldProblems) -> VAPIDCredential? {
        let fields = FieldReader(["web_push": .object(object)])
        let credential = fields.nested("web_push") { VAPIDCredential.read($0, changing: present) }.value
        try fields.finish()
        return credential
    }

    private func problems(_ object: JSONObject) -> [String] {
        FieldProblems.found { () throws(FieldProblems) in _ = try read(object) }
    }

    @Test(arguments: ["mailto:push@example.com", "https://example.com/contact", "https://example.com"])
    func aSubjectMakesAKey(subject: String) throws {
        let first = try #require(try read(["subject": .string(subject)]))
        let second = try #require(try read(["subject": .string(subject)]))
        #expect(first.subject == subject && first.publicKey != second.publicKey)
        #expect(first.publicKey.count == 65 && first.publicKey[0] == 4)
        #expect(first.publicKeyText.utf8.count == 87)
        #expect(Base64URL.decode(first.publicKeyText) == first.publicKey)
    }

    @Test func anotherSubjectKeepsTheKey() throws {
        let present = TestKeys.vapid()
        let changed = try #require(try read(["subject": "https://example.com/"], changing: present))
        #expect(changed.subject == "https://example.com/" && changed.publicKey == present.publicKey)
        #expect(try read([:], changing: present)?.subject == present.subject)
    }

    @Test(arguments: [
        "", "mailto:", "mailto:push", "mailto:@example.com", "mailto:a@", "mailto:a@b@c", "mailto:<a@example.com>",
        "mailto: a@example.com", "push@example.com", "http://example.com", "tel:1", "https://", "mailto:é@example.com",
    ])
    func whatIsNoSubject(subject: String) {
        #expect(problems(["subject": .string(subject)]) == ["web_push.subject format"])
    }

    @Test func otherProblems() {
        #expect(problems([:]) == ["web_push.subject required"])
        #expect(problems(["subject": .null]) == ["web_push.subject not_null"])
        #expect(
            problems(["subject": "mailto:a@b.example", "private_key": "x"]) == ["web_push.private_key unknown_field"])
        let long = "mailto:a@" + String(repeating: "b", count: 247)
        #expect(problems(["subject": .string(long)]) == ["web_push.subject format"])
        #expect(problems(["subject": .string(String(long.dropLast()))]) == [])
    }

    @Test func whatIsStoredIsReadBack() throws {
        let credential = TestKeys.vapid()
        let read = try VAPIDCredential(encoded: credential.encoded())
        #expect(read.subject == credential.subject && read.publicKey == credential.publicKey)
        #expect(read.privateKey.rawRepresentation == credential.privateKey.rawRepresentation)
        for text in ["", "{}", #"{"subject":"mailto:a@b","private_key":"x"}"#] {
            #expect(throws: ProviderError.credentialUnreadable) { try VAPIDCredential(encoded: text.bytes) }
        }
    }

    @Test func itDescribesNothingSecret() throws {
        let credential = TestKeys.vapid()
        let key = credential.privateKey
        try Redaction.check(credential, hides: key.pemRepresentation, Array(key.rawRepresentation))
        #expect("\(credential)" == "VAPID credential of \(credential.subject)")
    }
}
