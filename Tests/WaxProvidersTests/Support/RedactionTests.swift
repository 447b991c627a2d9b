// SPDX-License-Identifier: Apache-2.0
import Testing

/// The search itself finds what is printed.
@Suite struct RedactionTests {
    private struct Bytes {
        let bytes: [UInt8]
    }

    private struct Text {
        let text: String
    }

    @Test func bytesAreFound() {
        let bytes: [UInt8] = [0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7]
        let forms = Redaction.forms(of: bytes)
        #expect(Redaction.found(forms, in: bytes) == [0, 4])
        #expect(Redaction.found(forms, in: Bytes(bytes: bytes)) == [0, 4])
        #expect(Redaction.found(forms, in: Text(text: "b1b2b3b4b5b6b7")) == [1])
        #expect(Redaction.found(forms, in: Text(text: "B1B2B3B4B5B6B7")) == [2])
        #expect(Redaction.found(forms, in: Text(text: "sbKztLW2tw==")) == [3])
        #expect(Redaction.found(forms, in: Bytes(bytes: bytes.reversed())) == [])
    }

    @Test func textsAreFound() {
        #expect(Redaction.found(["other", "secret", ""], in: Text(text: "a secret")) == [1, 2])
        #expect(Redaction.found(["secret"], in: Text(text: "nothing")) == [])
    }
}
