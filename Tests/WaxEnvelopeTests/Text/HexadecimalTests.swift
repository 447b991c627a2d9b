// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxEnvelope

@Suite struct HexadecimalTests {
    @Test func bothWays() {
        let all = (0...255).map { UInt8($0) }
        let text = Hexadecimal.encode(all)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect(Hexadecimal.decode(Array(text.utf8)) == all)
        #expect(Hexadecimal.decode(Array(text.uppercased().utf8)) == all)
        #expect(all.withUnsafeBytes { Hexadecimal.encode($0) } == text)
    }

    @Test(arguments: ["0", "0g", "+f", "-1", " 1", "0x", "é"])
    func whatIsNone(text: String) {
        #expect(Hexadecimal.decode(Array(text.utf8)) == nil)
    }
}
