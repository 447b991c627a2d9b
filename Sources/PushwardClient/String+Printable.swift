// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with a `?` for each character that could steer a terminal or break a line.
    package var printable: String { replacingControls(except: []) }

    /// As `printable`, but line feeds and tabs stay.
    package var printableLines: String { replacingControls(except: ["\n", "\t"]) }

    private func replacingControls(except kept: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let steers =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                // Marks that turn the direction of writing, so that a text could pass for another.
                case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                default: false
                }
            text.append(steers && !kept.contains(scalar) ? "?" : scalar)
        }
        return String(text)
    }
}
