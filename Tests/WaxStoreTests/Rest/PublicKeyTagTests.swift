// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxStore

@Suite struct PublicKeyTagTests {
    private let key = [UInt8](repeating: 4, count: 65)

    @Test func aTagFitsItsDeviceAndKeyAlone() throws {
        let tags = PublicKeyTag(try TestKeys.masterKey([1: 1]))
        let tag = try tags.tag(device: [1, 2], keyID: [3], publicKey: key)
        #expect(tag.count == 36)
        #expect(tags.isValid(tag, device: [1, 2], keyID: [3], publicKey: key))
        #expect(!tags.isValid(tag, device: [1], keyID: [2, 3], publicKey: key))
        #expect(!tags.isValid(tag, device: [1, 3], keyID: [3], publicKey: key))
        #expect(!tags.isValid(tag, device: [1, 2], keyID: [3], publicKey: [5] + key.dropFirst()))
    }

    @Test func everyFlippedBitAndEveryCutFails() throws {
        let tags = PublicKeyTag(try TestKeys.masterKey([1: 1, 2: 2]))
        let tag = try tags.tag(device: [1, 2], keyID: [3], publicKey: key)
        for index in tag.indices {
            for bit in 0..<8 {
                var wrong = tag
                wrong[index] ^= 1 << UInt8(bit)
                #expect(!tags.isValid(wrong, device: [1, 2], keyID: [3], publicKey: key))
            }
            #expect(!tags.isValid(Array(tag[..<index]), device: [1, 2], keyID: [3], publicKey: key))
        }
        #expect(!tags.isValid(tag + [0], device: [1, 2], keyID: [3], publicKey: key))
    }

    @Test func oldTagsOutliveANewMasterKey() throws {
        let old = try PublicKeyTag(TestKeys.masterKey([1: 1])).tag(device: [1], keyID: [3], publicKey: key)
        let tags = PublicKeyTag(try TestKeys.masterKey([1: 1, 2: 2]))
        #expect(tags.isValid(old, device: [1], keyID: [3], publicKey: key))
        #expect(try tags.tag(device: [1], keyID: [3], publicKey: key).prefix(4) == [0, 0, 0, 2])
        let others = PublicKeyTag(try TestKeys.masterKey([2: 2]))
        #expect(!others.isValid(old, device: [1], keyID: [3], publicKey: key))
    }
}
