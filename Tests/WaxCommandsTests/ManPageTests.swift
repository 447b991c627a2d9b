// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands

@Suite struct ManPageTests {
    private static let page = ManPage.text(
        SampleTool.root, version: "Nest 1.2.3", sections: [("Files", ".nest\n  where it's at -- a \\")])

    @Test func page() {
        let lines = [
            ".TH NEST 1 \"\" \"Nest 1.2.3\" \"User Commands\"", ".SH NAME", "nest \\- keep eggs warm", ".SH SYNOPSIS",
            ".B nest",
            "[options] COMMAND", ".SH DESCRIPTION", ".SH OPTIONS", ".TP", "\\fB\\-v\\fR, \\fB\\-\\-verbose\\fR",
            "say what is done as it is done",
        ]
        #expect(Self.page.hasPrefix(lines.joined(separator: "\n") + "\n"))
        #expect(Self.page.hasSuffix(".SH FILES\n.PP\n.nf\n\\&.nest\n  where it\\(aqs at \\-\\- a \\e\n.fi\n"))
    }

    @Test(arguments: [
        ".SS nest serve [options]\nRun the server.\n.PP\n.nf\nRuns until it is told to stop.\nAnswers in progress",
        ".SS nest keys COMMAND\nMake and list keys.\n",
        ".SS nest keys create [options] OWNER [COUNT]\nMake a key and print it.\n",
        ".SS nest keys list\nList all keys.\n", ".TP\n\\fIOWNER\\fR\nwhose key it is\n", ".SS nest look [FILE...]\n",
        ".TP\n\\fB\\-d\\fR, \\fB\\-\\-data\\fR \\fIDIR\\fR\nwhere the database and the keys are kept (default /var/lib/nest)\n",
        ".TP\n\\fB\\-\\-mode\\fR \\fIMODE\\fR\nwhat the key opens (test or live; required)\n",
        ".TP\n\\fB\\-t\\fR, \\fB\\-\\-tag\\fR \\fITEXT\\fR\na tag to serve (may be repeated)\n",
        ".SH ENVIRONMENT\n.TP\n\\fBNEST_VERBOSE\\fR\nthe same as \\fB\\-\\-verbose\\fR\n.TP\n\\fBNEST_TOKEN\\fR\nthe token that opens",
    ]) func part(_ text: String) {
        #expect(Self.page.contains(text))
    }

    @Test func whatIsHiddenStaysSo() {
        #expect(!Self.page.contains("gate") && !Self.page.contains("inject"))
    }
}
