// SPDX-License-Identifier: Apache-2.0
import CQRencode
import Glibc

/// A QR code of a short text. Owns libqrencode's picture, which is wiped when it is released.
struct QRCode: ~Copyable {
    private let code: UnsafeMutablePointer<CQRencode.QRcode>

    /// Nil when the text does not fit, or holds a zero byte.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        self.code = code
    }

    deinit {
        explicit_bzero(code.pointee.data, width * width)
        QRcode_free(code)
    }

    /// How many modules a side has.
    var width: Int { Int(code.pointee.width) }

    /// Whether a module is dark; those around the picture are light.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        let side = 0..<width
        guard side.contains(row), side.contains(column) else { return false }
        return code.pointee.data[row * width + column] & 1 != 0
    }

    /// The picture for a terminal: two modules a character, white on black by escape sequences, whatever its colours
    /// are, with the four light modules around that readers need.
    var terminalText: String {
        let margin = 4
        var text = ""
        for row in stride(from: -margin, to: width + margin, by: 2) {
            text += "\u{1B}[97;40m"
            for column in -margin..<width + margin {
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): text += "█"
                case (false, true): text += "▀"
                case (true, false): text += "▄"
                case (true, true): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}
