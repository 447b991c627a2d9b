// SPDX-License-Identifier: Apache-2.0

/// Lines of a table: a name, then numbers that end in the same column.
struct ResultTable {
    private let nameWidth: Int
    private let widths: [Int]
    private(set) var lines: [String] = []

    init(nameWidth: Int, widths: [Int]) {
        self.nameWidth = nameWidth
        self.widths = widths
    }

    mutating func add(_ name: String, _ cells: String...) {
        lines.append(
            name + Self.blanks(nameWidth - name.count)
                + zip(cells, widths).map { Self.blanks($1 - $0.count) + $0 }.joined())
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

/// The number with so many places after the point.
func decimal(_ number: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let whole = Int((number * scale).rounded())
    guard places > 0 else { return String(whole) }
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// The middle one.
func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
