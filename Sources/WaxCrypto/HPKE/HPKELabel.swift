// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The labelled inputs of HKDF in RFC 9180 section 4.
enum HPKELabel {
    /// `suite_id` inside the mechanism (section 4.1).
    static func identifier(of kem: HPKE.KEM) -> [UInt8] {
        Array("KEM".utf8) + bigEndian(kem.value)
    }

    /// `suite_id` of the whole suite (section 5.1).
    static func identifier(of suite: HPKE.Ciphersuite) -> [UInt8] {
        Array("HPKE".utf8) + bigEndian(suite.kem.value) + bigEndian(suite.kdf.value) + bigEndian(suite.aead.value)
    }

    /// What stands before the keying material in `LabeledExtract`.
    static func extract(_ identifier: [UInt8], _ label: String) -> [UInt8] {
        labeled([], identifier, label)
    }

    /// What stands before the info in `LabeledExpand`.
    static func expand(_ identifier: [UInt8], _ label: String, byteCount: Int) -> [UInt8] {
        labeled(bigEndian(UInt16(byteCount)), identifier, label)
    }

    /// One allocation, with room for what callers append.
    private static func labeled(_ length: [UInt8], _ identifier: [UInt8], _ label: String) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(128)
        input += length
        input += "HPKE-v1".utf8
        input += identifier
        input += label.utf8
        return input
    }

    private static func bigEndian(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
#endif
