// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON

/// Reads `json` by `rules` and gives each problem as `field code`.
func problems(of json: String, _ rules: (FieldReader) -> Void) throws -> [String] {
    guard let object = try JSONReader.parse(json).objectValue else { return ["no object"] }
    let fields = FieldReader(object)
    rules(fields)
    do {
        try fields.finish()
        return []
    } catch {
        return error.problems.map { "\($0.field) \($0.rule.code)" }
    }
}

/// What `rule` makes of the member `x` of `json`; nil when it is left out or refused.
func value<Value>(of json: String, _ rule: (FieldReader) -> Field<Value>) throws -> Value? {
    guard let object = try JSONReader.parse(json).objectValue else { return nil }
    return rule(FieldReader(object)).value
}
