// SPDX-License-Identifier: Apache-2.0

/// A test that cannot go on.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
