// SPDX-License-Identifier: Apache-2.0

/// One sentence in both languages of the API.
package struct LocalizedText: Hashable, Sendable {
    package let english: String
    package let french: String

    package init(_ english: String, _ french: String) {
        self.english = english
        self.french = french
    }

    package func text(in language: Language) -> String {
        language == .french ? french : english
    }
}
