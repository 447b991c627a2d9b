// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with a `?` for each character that could steer a terminal or break a line.
    package var printable: String { replacingControls(except: []) }

    /// As `printable`, but line feeds and tabs stay.
    package var printableLines: String { replacingControls(except: ["\n", "\t"]) }

    /// As `printableLines`, but with JSON's escapes for what would be replaced: JSON stays what it is.
    package var printableJSON: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.steersTerminals && !"\n\t".unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16)
                text += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).unicodeScalars
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    private func replacingControls(except kept: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.steersTerminals && !kept.contains(scalar) ? "?" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether it could steer a terminal or break a line; all such are in the basic plane.
    fileprivate var steersTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Marks that turn the direction of writing, so that a text could pass for another.
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
