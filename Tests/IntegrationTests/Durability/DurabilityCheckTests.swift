// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@Suite struct DurabilityCheckTests {
    private static let request =
        #"70 recvfrom(20<TCP:[127.0.0.1:81->127.0.0.1:9]>, "POST /v1/push/apps HTTP/1.1\r\n\r\n{\"name\":\"durable-1.\"}", 16384, 0, NULL, NULL) = 64"#
    private static let page = #"71 pwrite64(11</data/waxwing.db-wal>, "\1\2durable-1.\377", 4096, 32) = 4096"#
    private static let sync = "71 fdatasync(11</data/waxwing.db-wal>)  = 0"
    private static let answer =
        #"70 sendmsg(20<TCP:[127.0.0.1:81->127.0.0.1:9]>, {msg_name=NULL, msg_iov=[{iov_base="HTTP/1.1 201 Created\r\n", iov_len=20}], msg_iovlen=1}, MSG_NOSIGNAL) = 20"#

    private static func violations(_ lines: String...) throws -> [DurabilityCheck.Violation] {
        let check = DurabilityCheck(try SystemCallTrace(parsing: lines.joined(separator: "\n")), port: 81)
        #expect(check.checked == 1)
        return check.violations
    }

    @Test func passesAnAnswerAfterTheSync() throws {
        #expect(try Self.violations(Self.request, Self.page, Self.sync, Self.answer).isEmpty)
        // The sync of a group covers whoever wrote before it.
        #expect(
            try Self.violations(
                Self.request, Self.page, #"71 pwrite64(11</data/waxwing.db-wal>, "durable-2.", 4096, 8) = 4096"#,
                Self.sync, Self.answer
            ).isEmpty)
        #expect(
            try Self.violations(
                Self.request, Self.page, "71 fdatasync(11</data/waxwing.db-wal> <unfinished ...>",
                "71 <... fdatasync resumed>)             = 0", Self.answer
            ).isEmpty)
    }

    @Test func findsAnAnswerBeforeTheSync() throws {
        let missing = [DurabilityCheck.Violation.notSynced(request: "durable-1.")]
        #expect(try Self.violations(Self.request, Self.page, Self.answer, Self.sync) == missing)
        #expect(try Self.violations(Self.request, Self.page, Self.answer) == missing)
    }

    @Test func findsASyncThatCoversTooLittle() throws {
        let missing = [DurabilityCheck.Violation.notSynced(request: "durable-1.")]
        // Begun before the page was written.
        #expect(
            try Self.violations(
                Self.request, "72 fdatasync(11</data/waxwing.db-wal> <unfinished ...>", Self.page,
                "72 <... fdatasync resumed>)             = 0", Self.answer) == missing)
        // Not ended when the answer left.
        #expect(
            try Self.violations(
                Self.request, Self.page, "72 fdatasync(11</data/waxwing.db-wal> <unfinished ...>", Self.answer,
                "72 <... fdatasync resumed>)             = 0") == missing)
        // Of a page that was still being written.
        #expect(
            try Self.violations(
                Self.request, #"71 pwrite64(11</data/waxwing.db-wal>, "durable-1.", 4096, 32 <unfinished ...>"#,
                "72 fdatasync(11</data/waxwing.db-wal>) = 0", "71 <... pwrite64 resumed>) = 4096", Self.answer)
                == missing)
        // Of another file, or without success.
        #expect(
            try Self.violations(
                Self.request, Self.page, "71 fdatasync(11</data/waxwing.db>)  = 0", Self.answer) == missing)
        #expect(
            try Self.violations(
                Self.request, Self.page,
                "71 fdatasync(11</data/waxwing.db-wal>) = -1 EIO (Input/output error)", Self.answer) == missing)
    }

    @Test func findsAnAnswerWithoutACommit() throws {
        let missing = [DurabilityCheck.Violation.nothingWritten(request: "durable-1.")]
        #expect(try Self.violations(Self.request, Self.answer, Self.page, Self.sync) == missing)
        #expect(
            try Self.violations(
                Self.request, #"71 pwrite64(11</data/waxwing.db-wal>, "durable-2.", 4096, 8) = 4096"#, Self.sync,
                Self.answer) == missing)
    }

    @Test func readsARequestInPartsAndAnAnswerThatTookTime() throws {
        let parts = [
            #"70 recvfrom(20<TCP:[127.0.0.1:81->127.0.0.1:9]>,  <unfinished ...>"#,
            #"70 <... recvfrom resumed>"PUT /v1/push/devices HTTP/1.1\r\n\r\n", 16384, 0, NULL, NULL) = 40"#,
            #"70 recvfrom(20<TCP:[127.0.0.1:81->127.0.0.1:9]>, "{\"user_id\":\"durable-1.\"}", 16384, 0, NULL, NULL) = 30"#,
        ].joined(separator: "\n")
        let cut = Self.answer.replacing(") = 20", with: " <unfinished ...>")
        #expect(
            try Self.violations(parts, Self.page, cut, Self.sync, "70 <... sendmsg resumed>) = 20")
                == [.notSynced(request: "durable-1.")])
        #expect(try Self.violations(parts, Self.page, Self.sync, cut, "70 <... sendmsg resumed>) = 20").isEmpty)
    }

    @Test func countsOnlySuccessfulWrites() throws {
        for (old, new) in [("POST", "GET"), ("201 Created", "422 Unprocessable"), ("81->", "82->")] {
            let lines = [Self.request, Self.answer].map { $0.replacing(old, with: new) }.joined(separator: "\n")
            #expect(DurabilityCheck(try SystemCallTrace(parsing: lines), port: 81).checked == 0)
        }
    }

    @Test(arguments: ["nonsense", "70 <... read resumed>) = 1", "70 read(3", "70 read(3) 5"])
    func refusesWhatStraceDoesNotWrite(_ line: String) {
        #expect(throws: TestFailure.self) { try SystemCallTrace(parsing: line) }
    }
}
