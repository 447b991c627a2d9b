// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxFields
import WaxJSON

/// Every rule with its code and its message in both languages.
@Suite struct FieldRuleTests {
    @Test(arguments: [
        (FieldRule.required, "required", "is required", "est obligatoire"),
        (.unknown, "unknown_field", "is not a known field", "n'est pas un champ connu"),
        (.notNull, "not_null", "cannot be null", "ne peut pas être null"),
        (.type(.string), "type", "must be a string", "doit être une chaîne"),
        (.type(.integer), "type", "must be an integer", "doit être un entier"),
        (.type(.boolean), "type", "must be true or false", "doit être true ou false"),
        (.type(.object), "type", "must be an object", "doit être un objet"),
        (.type(.array), "type", "must be an array", "doit être un tableau"),
        (.length(1...100), "length", "must be 1 to 100 characters", "doit compter 1 à 100 caractères"),
        (.length(10...10), "length", "must be 10 characters", "doit compter 10 caractères"),
        (.byteLength(1...64), "length", "must be 1 to 64 bytes of UTF-8", "doit compter 1 à 64 octets en UTF-8"),
        (.range(0...2_419_200), "range", "must be from 0 to 2419200", "doit aller de 0 à 2419200"),
        (
            .oneOf(["ios", "android"]), "one_of", "must be one of: ios, android",
            "doit être l'une de ces valeurs\u{A0}: ios, android"
        ),
        (.count(1...1000), "count", "must have 1 to 1000 elements", "doit compter 1 à 1000 éléments"),
        (.duplicate, "duplicate", "is there twice", "figure deux fois"),
        (
            .exactlyOne(["a", "b"]), "exactly_one", "must be given by exactly one of: a, b",
            "doit être donné par un seul de ces champs\u{A0}: a, b"
        ),
        (.notAllowed(LocalizedText("is for ios", "vaut pour ios")), "not_allowed", "is for ios", "vaut pour ios"),
        (.format(LocalizedText("must be a key", "doit être une clé")), "format", "must be a key", "doit être une clé"),
    ])
    func rule(rule: FieldRule, code: String, english: String, french: String) {
        #expect(rule.code == code)
        #expect(rule.message.text(in: .english) == english)
        #expect(rule.message.text(in: .french) == french)
        let problem = FieldProblem("user_ids[3]", rule)
        #expect(
            problem.json(in: .english)
                == ["field": "user_ids[3]", "code": .string(code), "message": .string("user_ids[3] \(english)")])
        #expect(problem.json(in: .french)["message"] == .string("user_ids[3] \(french)"))
    }
}
