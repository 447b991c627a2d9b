// SPDX-License-Identifier: Apache-2.0

extension Permissions {
    /// One access to one resource; as text `push_devices:w`.
    package struct Requirement: Hashable, Sendable, CustomStringConvertible {
        package let resource: Resource
        package let access: Access

        package init(_ resource: Resource, _ access: Access) {
            self.resource = resource
            self.access = access
        }

        package var description: String { "\(resource.rawValue):\(access.rawValue)" }
    }

    package func allows(_ requirement: Requirement) -> Bool {
        allows(requirement.access, to: requirement.resource)
    }

    /// Something that `other` allows and this does not, in the form of a requirement; nil when this covers all of it.
    ///
    /// `*:rw` stands for resources that are still to come: whoever is denied them by default cannot grant them.
    package func excess(of other: Permissions) -> String? {
        for resource in Resource.allCases {
            for access in [Access.read, .write] {
                let requirement = Requirement(resource, access)
                if other.allows(requirement), !allows(requirement) { return requirement.description }
            }
        }
        return defaultDeny && !other.defaultDeny ? "*:rw" : nil
    }
}
