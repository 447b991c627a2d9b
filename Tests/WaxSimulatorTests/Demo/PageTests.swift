// SPDX-License-Identifier: Apache-2.0
import Testing
import waxwing_simulator

@Suite struct PageTests {
    @Test func wrapsLongLines() {
        #expect(StyledLine("").wrapped(to: 10) == [StyledLine("")])
        #expect(StyledLine("0123456789").wrapped(to: 10) == [StyledLine("0123456789")])
        #expect(
            StyledLine("  0123456789abcdef", .faint).wrapped(to: 10) == [
                StyledLine("  01234567", .faint), StyledLine("    89abcd", .faint), StyledLine("    ef", .faint),
            ])
    }

    @Test func putsPartsSideBySide() {
        var page = Page(width: 83, hasStyle: false)
        page.add([StyledLine("left"), StyledLine("more")], beside: [StyledLine("right")])
        #expect(page.text == "left" + String(repeating: " ", count: 39) + "right\nmore\n")
    }

    @Test func putsPartsBelowEachOtherWhereThereIsNoRoom() {
        var page = Page(width: 79, hasStyle: false)
        page.add([StyledLine("left")], beside: [StyledLine("right")])
        #expect(page.text == "left\n\nright\n")
    }

    @Test func colours() {
        var page = Page(width: 83, hasStyle: true)
        page.add([StyledLine("left", .heading)], beside: [StyledLine("right", .good)])
        #expect(
            page.text == "\u{1B}[1mleft\u{1B}[0m" + String(repeating: " ", count: 39) + "\u{1B}[32mright\u{1B}[0m\n")
    }
}
