// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct WipeTests {
    @Test func overwritesInPlace() {
        var secret = [UInt8](repeating: 0xA5, count: 33)
        let before = secret.withUnsafeBytes { $0.baseAddress }
        wipe(&secret)
        #expect(secret == [UInt8](repeating: 0, count: 33))
        #expect(secret.withUnsafeBytes { $0.baseAddress } == before)
        var empty: [UInt8] = []
        wipe(&empty)
        #expect(empty.isEmpty)
    }
}
