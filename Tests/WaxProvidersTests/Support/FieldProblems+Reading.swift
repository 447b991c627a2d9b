// SPDX-License-Identifier: Apache-2.0
import WaxFields

extension FieldProblems {
    /// What is wrong, each problem as `field code`; nothing when `read` succeeds.
    static func found(_ read: () throws(FieldProblems) -> Void) -> [String] {
        do throws(FieldProblems) {
            try read()
            return []
        } catch {
            return error.problems.map { "\($0.field) \($0.rule.code)" }
        }
    }
}
