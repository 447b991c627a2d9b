// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardCommands

@Suite struct WorkflowCommandTests {
    @Test(arguments: [
        (WorkflowCommand.mask("s"), "::add-mask::s"), (.debug("d"), "::debug::d"),
        (.warning("w"), "::warning title=PushWard::w"), (.error("e"), "::error title=PushWard::e"),
        (.error("a\n::set-output name=x::y\r\n100%"), "::error title=PushWard::a%0A::set-output name=x::y%0D%0A100%25"),
        (.mask("a%0Ab\n"), "::add-mask::a%250Ab%0A"),
    ])
    func eachIsOneLine(command: WorkflowCommand, line: String) {
        #expect(command.line == line)
    }

    @Test(arguments: [
        ("error: x\n  body.title: bad", ActionAnnotation.failed("x\n  body.title: bad")),
        ("warning: y", .said(.warning("y"))), ("debug: z", .said(.debug("z"))), ("anything", .said(.debug("anything"))),
    ])
    func whatACommandWritesIsAnnotated(text: String, expected: ActionAnnotation) {
        #expect(ActionAnnotation(text) == expected)
    }
}
