// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct SecretSearchTests {
    private let search = SecretSearch([
        Secret("code", "123456"), Secret("text", "Hello, \"World\"/1"), Secret("key", bytes: Array(0..<32)),
    ])

    private static let texts: [(String, Set<String>)] = [
        (#"{"body":"123456"}"#, ["code"]), ("123456", ["code"]), ("MTIzNDU2", ["code"]),
        (#"Hello, "World"/1"#, ["text"]), (#"{"a":"Hello, \"World\"\/1"}"#, ["text"]),
        ("xxSGVsbG8sICJXb3JsZCIvMQ", ["text"]), ("48656C6C6F2C2022576F726C64222F31", ["text"]),
        ("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", ["key"]),
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", ["key"]),
        // The hashes of 123456 that everybody knows.
        ("e10adc3949ba59abbe56e057f20f883e", ["hash of code"]), ("E10ADC3949BA59AB", ["hash of code"]),
        ("7c4a8d09ca3762af61e59520943dc26494f8941b", ["hash of code"]),
        ("8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92", ["hash of code"]),
        ("ba3253876aed6bc22d4a6ff53d8406c6ad864195ed144ab5c87621b6c233b548", ["hash of code"]),
        ("jZae727K08KaOmKSgOaGzww_XVqGr_PKEgIMkjrcbJI", ["hash of code"]), ("jZae727K08K", []),
        ("1123456", []), ("123456A", []), ("01KB9Q123456V3M8YH2D5T4RXW", []), ("12345", []), ("", []),
    ]

    @Test(arguments: texts)
    func everyFormIsFound(text: String, names: Set<String>) {
        #expect(search.found(in: Array(text.utf8)) == names)
    }

    @Test func bytesAreFound() {
        #expect(search.found(in: [1] + Array(0..<32) + [2]) == ["key"])
        #expect(search.found(in: [0xE1, 0x0A, 0xDC, 0x39, 0x49, 0xBA, 0x59, 0xAB]) == ["hash of code"])
        #expect(search.found(in: Array("00".utf8) + [0] + Array("123456".utf8) + [0xFF]) == ["code"])
    }
}
