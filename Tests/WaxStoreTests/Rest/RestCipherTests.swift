// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxStore
import WaxSystem

@Suite struct RestCipherTests {
    private let row = Array("01HZY".utf8)

    @Test(arguments: [0, 1, 15, 16, 300, 70_000]) func aValueComesBack(count: Int) throws {
        let keys = try TestKeys()
        let cipher = try keys.cipher(TestKeys.masterKey([1: 1]))
        let plaintext = SystemRandom().bytes(count)
        let value = try cipher.protect(plaintext, table: "pushes", column: "content", row: row)
        #expect(value.count == plaintext.count + RestCipher.overhead)
        #expect(Array(value[..<5]) == [1, 0, 0, 0, 1])
        #expect(try cipher.reveal(value, table: "pushes", column: "content", row: row) == plaintext)
        #expect(try cipher.protect(plaintext, table: "pushes", column: "content", row: row) != value)
    }

    /// The format as anybody else would write it, from section to section.
    @Test func theFormatIsTheDocumentedOne() throws {
        let keys = try TestKeys()
        let cipher = try keys.cipher(TestKeys.masterKey([7: 9]))
        let value = try cipher.protect(Array("hello".utf8), table: "pushes", column: "content", row: "a1")
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 9, count: 32)), salt: [UInt8](),
            info: Array("waxwing/rest/v1/pushes.content".utf8), outputByteCount: 32)
        let context: [UInt8] =
            [0, 0, 0, 6] + Array("pushes".utf8) + [0, 0, 0, 7] + Array("content".utf8) + [0, 0, 0, 2]
            + Array("a1".utf8) + [0, 0, 0, 7]
        let box = try AES.GCM.SealedBox(combined: value[5...])
        #expect(try Array(AES.GCM.open(box, using: key, authenticating: context)) == Array("hello".utf8))
        #expect(Array(value[..<5]) == [1, 0, 0, 0, 7])
    }

    @Test func everyFlippedBitAndEveryCutFails() throws {
        let keys = try TestKeys()
        let cipher = try keys.cipher(TestKeys.masterKey([1: 1]))
        let value = try cipher.protect(Array("secret".utf8), table: "t", column: "c", row: row)
        var wrong = [[UInt8]]()
        for index in value.indices {
            for bit in 0..<8 {
                var copy = value
                copy[index] ^= 1 << UInt8(bit)
                wrong.append(copy)
            }
            wrong.append(Array(value[..<index]))
        }
        wrong.append(value + [0])
        for value in wrong {
            let error = #expect(throws: RestError.self) { try cipher.reveal(value, table: "t", column: "c", row: row) }
            #expect(error?.description.contains("secret") == false)
        }
    }

    @Test(arguments: [
        ("devices", "content", "a1"), ("pushes", "fallback", "a1"), ("pushes", "content", "a2"),
        ("pushes", "content", ""), ("push", "escontent", "a1"), ("pushes", "contenta", "1"),
    ])
    func aValueIsOfNoUseInAnotherPlace(table: String, column: String, row: String) throws {
        let keys = try TestKeys()
        let cipher = try keys.cipher(TestKeys.masterKey([1: 1]))
        let value = try cipher.protect([1, 2, 3], table: "pushes", column: "content", row: "a1")
        let error = #expect(throws: RestError.self) {
            try cipher.reveal(value, table: table, column: column, row: row)
        }
        #expect(error?.code == .changed)
    }

    @Test func theHighestKeyWritesAndTheOthersStillReveal() throws {
        let keys = try TestKeys()
        let old = try keys.cipher(TestKeys.masterKey([1: 1])).protect([7], table: "t", column: "c", row: row)
        let cipher = try keys.cipher(TestKeys.masterKey([1: 1, 2: 2]))
        let new = try cipher.protect([8], table: "t", column: "c", row: row)
        #expect(Array(new[..<5]) == [1, 0, 0, 0, 2])
        #expect(try cipher.reveal(old, table: "t", column: "c", row: row) == [7])
        #expect(try cipher.reveal(new, table: "t", column: "c", row: row) == [8])
    }

    @Test func aMissingKeyAndAnotherVersionAreNamed() throws {
        let keys = try TestKeys()
        let cipher = try keys.cipher(TestKeys.masterKey([1: 1]))
        var value = try cipher.protect([7], table: "t", column: "c", row: row)
        value[4] = 9
        #expect(throws: RestError(.unknownKey, "t.c is protected with master key 9, which is not there")) {
            try cipher.reveal(value, table: "t", column: "c", row: row)
        }
        value[0] = 2
        #expect(throws: RestError(.format, "t.c holds no protected value of version 1")) {
            try cipher.reveal(value, table: "t", column: "c", row: row)
        }
    }

    @Test func aKeyOfTheSameNumberButOtherBytesRevealsNothing() throws {
        let value = try TestKeys().cipher(TestKeys.masterKey([1: 1])).protect([7], table: "t", column: "c", row: row)
        let other = try TestKeys().cipher(TestKeys.masterKey([1: 2]))
        let error = #expect(throws: RestError.self) { try other.reveal(value, table: "t", column: "c", row: row) }
        #expect(error?.code == .changed)
    }
}
