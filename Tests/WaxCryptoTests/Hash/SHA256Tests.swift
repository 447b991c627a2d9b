// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto

@Suite struct SHA256Tests {
    // FIPS 180-4 examples and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func examples(message: String, digest: String) {
        #expect(SHA256.hash(data: Data(message.utf8)).hex == digest)
        #expect(SHA256.hash(data: Array(message.utf8)).description == "SHA256 digest: " + digest)
    }

    @Test func millionLetters() {
        var hasher = SHA256()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        for _ in 0..<1000 { hasher.update(data: piece) }
        #expect(hasher.finalize().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func continuesAfterDigest() {
        var hasher = SHA256()
        hasher.update(data: Array("ab".utf8))
        #expect(hasher.finalize() == SHA256.hash(data: Array("ab".utf8)))
        let copy = hasher
        hasher.update(data: Array("c".utf8))
        #expect(hasher.finalize() == SHA256.hash(data: Array("abc".utf8)))
        #expect(copy.finalize() == SHA256.hash(data: Array("ab".utf8)))
    }

    @Test func digestComparesWithBytes() {
        let digest = SHA256.hash(data: Array("abc".utf8))
        #expect(digest == Data(digest))
        #expect(digest != Data(digest.dropLast()))
        #expect(Array(digest).count == SHA256.byteCount)
        #expect(Set([digest, SHA256.hash(data: Data("abc".utf8))]).count == 1)
    }
}
