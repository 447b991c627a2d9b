// SPDX-License-Identifier: Apache-2.0

/// All that is wrong with a set of fields.
package struct FieldProblems: Error, Hashable, Sendable {
    package let problems: [FieldProblem]

    package init(_ problems: [FieldProblem]) {
        self.problems = problems
    }
}
