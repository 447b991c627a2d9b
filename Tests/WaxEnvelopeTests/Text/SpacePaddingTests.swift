// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope

@Suite struct SpacePaddingTests {
    @Test(arguments: [
        (count: 1, multiple: 64, limit: 2266, padded: 64),
        (count: 63, multiple: 64, limit: 64, padded: 64),
        (count: 64, multiple: 64, limit: 2266, padded: 64),
        (count: 65, multiple: 64, limit: 128, padded: 128),
        (count: 65, multiple: 64, limit: 127, padded: 65),
        (count: 2240, multiple: 64, limit: 2266, padded: 2240),
        (count: 2241, multiple: 64, limit: 2266, padded: 2241),
        (count: 100, multiple: 1, limit: 4096, padded: 100),
        (count: 100, multiple: 0, limit: 4096, padded: 100),
        (count: 300, multiple: 64, limit: 200, padded: 300),
        (count: 0, multiple: 64, limit: 64, padded: 0),
    ])
    func lengths(count: Int, multiple: Int, limit: Int, padded: Int) {
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        SpacePadding.pad(&text, toMultipleOf: multiple, limit: limit)
        #expect(text.count == padded)
        #expect(text.prefix(count).allSatisfy { $0 == UInt8(ascii: "x") })
        #expect(text.dropFirst(count).allSatisfy { $0 == UInt8(ascii: " ") })
    }
}
