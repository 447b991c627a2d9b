// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import Testing

@Suite struct HonkioDeviceTokenTests {
    @Test(
        arguments: [
            ([], ""), ([0], "00"), ([0x0A, 0xF0, 0xFF], "0af0ff"),
            (Array(0...99), (0...99).map { String(format: "%02x", $0) }.joined()),
        ] as [([UInt8], String)])
    func lowerCase(token: [UInt8], text: String) {
        #expect(HonkioDeviceToken.hexString(from: Data(token)) == text)
    }

    @Test func slices() {
        let data = Data([1, 2, 3, 4])
        #expect(HonkioDeviceToken.hexString(from: data[1...2]) == "0203")
    }
}
