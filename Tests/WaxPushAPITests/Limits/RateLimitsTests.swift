// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxPushAPI

@Suite struct RateLimitsTests {
    @Test func standard() {
        #expect(RateLimits.standard.setting == "sends=50/200,registrations=100/500,reads=100/500")
        #expect(RateLimits(setting: RateLimits.standard.setting) == .standard)
    }

    @Test func off() {
        #expect(RateLimits(setting: "off") == .unlimited)
        #expect(RateLimits.unlimited.setting == "off")
    }

    @Test func aClassThatIsNotNamedKeepsItsLimit() throws {
        let limits = try #require(RateLimits(setting: "reads=7/9"))
        #expect(limits.setting == "sends=50/200,registrations=100/500,reads=7/9")
    }

    @Test(arguments: [
        "", "on", "OFF", "sends", "sends=50", "sends=50/", "sends=/200", "sends=0/200", "sends=50/0", "sends=-1/5",
        "sends=+1/5", "sends=50/200/1", "sends=50/200,", "sends=50/200,sends=1/1", "writes=50/200", "sends=1000001/1",
        "sends=99999999999999999999/1", "sends = 50/200", "sends=٥/5",
    ])
    func refused(setting: String) {
        #expect(RateLimits(setting: setting) == nil)
    }
}
