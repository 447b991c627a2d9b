// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxRelay

@Suite struct PushServicesTests {
    @Test(arguments: [
        ("fcm.googleapis.com", true), ("updates.push.services.mozilla.com", true), ("web.push.apple.com", true),
        ("db5p.notify.windows.com", true), ("googleapis.com", false), ("xfcm.googleapis.com", false),
        ("push.apple.com", false), ("xpush.apple.com", false), ("a.fcm.googleapis.com", false),
        ("fcm.googleapis.com.example", false), (".push.apple.com", false), ("", false),
    ])
    func wellKnown(host: String, isKnown: Bool) {
        #expect(PushServices.wellKnown.contains(host) == isKnown)
    }

    @Test func configured() throws {
        let text = #"{"push_services":["Push.Example","*.up.example"],"limits":{"queue":9}}"#
        let limits = try RelayConfiguration(Array(text.utf8)).limits
        #expect(limits.queue == 9)
        let hosts = ["push.example", "a.up.example", "up.example", "fcm.googleapis.com"]
        #expect(hosts.map(limits.pushServices.contains) == [true, true, false, false])
        for wrong in ["", "*.", "*", "a.*", "https://a", "a:443", "a b"] {
            #expect(throws: RelayError.self) {
                try RelayConfiguration(Array("{\"push_services\":[\"\(wrong)\"]}".utf8))
            }
        }
    }
}
