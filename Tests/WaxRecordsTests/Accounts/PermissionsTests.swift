// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxRecords

@Suite struct PermissionsTests {
    @Test func writingDoesNotIncludeReading() {
        let permissions = Permissions(granted: [.devices: [.write], .push: [.read]], defaultDeny: true)
        #expect(permissions.allows(.write, to: .devices))
        #expect(!permissions.allows(.read, to: .devices))
        #expect(permissions.allows(.read, to: .push))
        #expect(!permissions.allows(.write, to: .push))
    }

    @Test func whatIsNotNamedFollowsTheDefault() {
        for resource in Permissions.Resource.allCases where resource != .push {
            let denying = Permissions(granted: [.push: []], defaultDeny: true)
            let allowing = Permissions(granted: [.push: []], defaultDeny: false)
            for access in [Permissions.Access.read, .write] {
                #expect(!denying.allows(access, to: resource))
                #expect(allowing.allows(access, to: resource))
                #expect(Permissions.full.allows(access, to: resource))
                #expect(!allowing.allows(access, to: .push))
            }
        }
    }

    @Test func theMapReadsBack() throws {
        let sets: [Set<Permissions.Access>?] = [nil, [], [.read], [.write], [.read, .write]]
        for push in sets {
            for keys in sets {
                var granted: [Permissions.Resource: Set<Permissions.Access>] = [:]
                granted[.push] = push
                granted[.apiKeys] = keys
                let permissions = Permissions(granted: granted, defaultDeny: true)
                #expect(Permissions(json: permissions.json, defaultDeny: true) == permissions)
            }
        }
        let both = Permissions(granted: [.push: [.write, .read], .apps: [.write]], defaultDeny: true)
        #expect(both.json == ["push": "rw", "push_apps": "w"])
    }

    @Test(arguments: [
        #"{"pushes":"r"}"#, #"{"push":"x"}"#, #"{"push":"rr"}"#, #"{"push":1}"#, #"{"push":null}"#, #"{"push":"R"}"#,
        #"{"push":"r\u0301"}"#,
    ])
    func otherMapsAreRefused(json: String) throws {
        let object = try #require(try JSONReader.parse(json).objectValue)
        #expect(Permissions(json: object, defaultDeny: true) == nil)
    }
}
