// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP

@Suite struct QueryItemFormTests {
    private func parse(_ text: String) -> [[String]]? {
        QueryItem.parse(Array(text.utf8)[...])?.map { [$0.name, $0.value] }
    }

    @Test func forms() {
        #expect(parse("") == [])
        #expect(parse("a=b") == [["a", "b"]])
        #expect(parse("a=1&a=2&&b") == [["a", "1"], ["a", "2"], ["b", ""]])
        #expect(parse("a=b=c&=d") == [["a", "b=c"], ["", "d"]])
        #expect(parse("a+b=c+%2B%26%3D%C3%A9") == [["a b", "c +&=é"]])
        // A semicolon and a line's end are ordinary characters.
        #expect(parse("a=b;c\r\n") == [["a", "b;c\r\n"]])
    }

    @Test(arguments: ["a=%", "a=%2", "a=%zz", "%=a", "a=%00", "a=%ff", "a=%C3"])
    func refused(text: String) {
        #expect(parse(text) == nil)
    }

    @Test func bytesThatAreNoText() {
        #expect(QueryItem.parse([0x61, 0x3D, 0xFF]) == nil)
        #expect(QueryItem.parse([0x61, 0x3D, 0x00]) == nil)
        #expect(QueryItem.decode([0x61, 0x2B, 0x62]) == "a b")
    }
}
