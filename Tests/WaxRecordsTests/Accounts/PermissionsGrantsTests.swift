// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords

@Suite struct PermissionsGrantsTests {
    private static let everything = Permissions(
        granted: Dictionary(uniqueKeysWithValues: Permissions.Resource.allCases.map { ($0, [.read, .write]) }),
        defaultDeny: true)
    private static let nothing = Permissions(granted: [:], defaultDeny: true)

    @Test func full() {
        for other in [Permissions.full, Self.everything, Self.nothing] {
            #expect(Permissions.full.excess(of: other) == nil)
        }
    }

    @Test func everyResourceByNameIsNotTheResourcesToCome() {
        #expect(Self.everything.excess(of: Self.everything) == nil)
        #expect(Self.everything.excess(of: .full) == "*:rw")
    }

    @Test(arguments: Permissions.Resource.allCases, [Permissions.Access.read, .write])
    func eachAccess(resource: Permissions.Resource, access: Permissions.Access) {
        let other: Permissions.Access = access == .read ? .write : .read
        let one = Permissions(granted: [resource: [access]], defaultDeny: true)
        let both = Permissions(granted: [resource: [.read, .write]], defaultDeny: true)
        let allButOne = Permissions(granted: [resource: [other]], defaultDeny: false)
        let text = "\(resource.rawValue):\(access.rawValue)"
        #expect(one.excess(of: one) == nil)
        #expect(both.excess(of: one) == nil)
        #expect(Self.nothing.excess(of: one) == text)
        #expect(allButOne.excess(of: one) == text)
        #expect(allButOne.excess(of: .full) == text)
        #expect(one.excess(of: both) == "\(resource.rawValue):\(other.rawValue)")
        #expect(one.allows(Permissions.Requirement(resource, access)))
        #expect(!one.allows(Permissions.Requirement(resource, other)))
    }
}
