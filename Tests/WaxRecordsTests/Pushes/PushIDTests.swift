// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxRecords
import WaxSystem

/// Identifiers that are made from others, and the texts of all.
@Suite struct PushIDTests {
    @Test(arguments: [0, 1, 255, 256, 65_535, 1 << 24, Int64(UInt32.max)])
    func aDeliveryIDSaysItsNumber(n: Int64) throws {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        let (push, other) = (try store.addPush(app), try store.addPush(app))
        let id = push.deliveryID(n)
        #expect(push.deliveryNumber(id) == n)
        #expect(other.deliveryNumber(id) == nil)
        #expect(id == Push.deliveryID(push: push.id, n))
        let text = PublicID(.delivery, id).text
        #expect(text.hasPrefix("pdlv_") && text.count == 31)
        #expect(PublicID(.delivery, text: text)?.ulid == id)
    }

    @Test func deliveryIDsSortByTheirNumbers() throws {
        let id = ULID(time: Timestamp(milliseconds: 1), random: SystemRandom())
        let texts = [0, 1, 2, 300, 70_000, 4_000_000_000].map { Push.deliveryID(push: id, $0).text }
        #expect(texts == texts.sorted())
    }

    @Test func aTextNamesOneKindOnly() throws {
        let id = ULID(time: Timestamp(milliseconds: 5), random: SystemRandom())
        let kinds: [PublicID.Kind] = [.app, .device, .push, .delivery, .apiKey]
        for kind in kinds {
            let text = PublicID(kind, id).text
            #expect(PublicID(kind, text: text) == PublicID(kind, id))
            for other in kinds where other != kind { #expect(PublicID(other, text: text) == nil) }
            for wrong in [text.lowercased(), String(text.dropLast()), text + "0", " " + text, id.text, ""] {
                #expect(PublicID(kind, text: wrong) == nil)
            }
        }
    }
}
