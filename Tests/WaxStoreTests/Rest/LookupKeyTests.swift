// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxStore

@Suite struct LookupKeyTests {
    @Test func theDigestIsTheDocumentedOne() throws {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 3, count: 32)), salt: [UInt8](),
            info: Array("waxwing/lookup/v1/api_key".utf8), outputByteCount: 32)
        let expected = Array(HMAC<SHA256>.authenticationCode(for: Array("secret".utf8), using: key))
        let lookup = LookupKey(try TestKeys.masterKey([1: 3]), purpose: "api_key")
        #expect(lookup.digest(of: "secret") == expected)
        #expect(lookup.digest(of: Array("secret".utf8)) == expected)
    }

    @Test func itDiffersBySecretPurposeAndKey() throws {
        let first = try TestKeys.masterKey([1: 3])
        let digests = [
            LookupKey(first, purpose: "a").digest(of: "x"), LookupKey(first, purpose: "a").digest(of: "y"),
            LookupKey(first, purpose: "b").digest(of: "x"),
            LookupKey(try TestKeys.masterKey([1: 4]), purpose: "a").digest(of: "x"),
        ]
        #expect(Set(digests).count == 4)
    }

    @Test func aNewMasterKeyMovesNoLookup() throws {
        let before = LookupKey(try TestKeys.masterKey([1: 3]), purpose: "a").digest(of: "x")
        let after = LookupKey(try TestKeys.masterKey([1: 3, 2: 4]), purpose: "a").digest(of: "x")
        #expect(before == after)
    }
}
