// SPDX-License-Identifier: Apache-2.0

/// Lines for a terminal, with parts that stand side by side where there is room.
package struct Page {
    /// The columns of the terminal.
    package let width: Int
    package let hasStyle: Bool
    package private(set) var text = ""

    /// Below this each part takes the whole width.
    private static let narrowest = 80
    private static let gap = 3

    package init(width: Int, hasStyle: Bool) {
        self.width = max(20, width)
        self.hasStyle = hasStyle
    }

    package mutating func add(_ lines: [StyledLine]) {
        for line in lines.flatMap({ $0.wrapped(to: width) }) { text += line.rendered(withStyle: hasStyle) + "\n" }
    }

    /// Adds two parts, the second to the right of the first or below it.
    package mutating func add(_ left: [StyledLine], beside right: [StyledLine]) {
        guard width >= Self.narrowest else {
            add(left)
            add([StyledLine("")])
            return add(right)
        }
        let column = (width - Self.gap) / 2
        let left = left.flatMap { $0.wrapped(to: column) }
        let right = right.flatMap { $0.wrapped(to: column) }
        for index in 0..<max(left.count, right.count) {
            let first = index < left.count ? left[index] : StyledLine("")
            guard index < right.count, !right[index].text.isEmpty else {
                text += first.rendered(withStyle: hasStyle) + "\n"
                continue
            }
            text += first.rendered(withStyle: hasStyle, filledTo: column + Self.gap)
            text += right[index].rendered(withStyle: hasStyle) + "\n"
        }
    }
}
