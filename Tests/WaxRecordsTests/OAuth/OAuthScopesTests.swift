// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords

@Suite struct OAuthScopesTests {
    @Test func text() {
        #expect(OAuthScopes("push:read push:devices push:read")?.text == "push:devices push:read")
        #expect(OAuthScopes("")?.all.isEmpty == true)
        #expect(OAuthScopes(OAuthScope.allCases).text == "push:devices push:send push:read push:apps")
        for unknown in ["push", "push:", "PUSH:READ", "push:read,push:send", "push:read\tpush:send", "push:réad"] {
            #expect(OAuthScopes(unknown) == nil)
        }
    }

    @Test func permissions() {
        let all = OAuthScopes(OAuthScope.allCases).permissions
        #expect(all.defaultDeny)
        #expect(all.granted == [.push: [.read, .write], .devices: [.write], .apps: [.write]])
        #expect(OAuthScopes([.read]).permissions.granted == [.push: [.read]])
        #expect(OAuthScopes([]).permissions.granted.isEmpty)
    }

    @Test func subsets() {
        let some = OAuthScopes([.send, .read])
        #expect(OAuthScopes([.read]).isSubset(of: some))
        #expect(some.isSubset(of: some))
        #expect(!OAuthScopes([.read, .apps]).isSubset(of: some))
        #expect(some.allowed(by: Permissions(granted: [.push: [.read]], defaultDeny: true)) == OAuthScopes([.read]))
        #expect(some.allowed(by: .full) == some)
    }
}
