// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxStore

@Suite struct LogTruncationTests {
    @Test func nothingHappensUnasked() {
        let truncation = LogTruncation(interval: .seconds(1))
        #expect(truncation.delay(at: .seconds(5)) == nil)
    }

    @Test func theFirstComesAtOnceAndTheNextAfterTheInterval() {
        var truncation = LogTruncation(interval: .seconds(1))
        truncation.request()
        #expect(truncation.delay(at: .seconds(5)) == .zero)
        truncation.succeeded(at: .seconds(5))
        #expect(truncation.delay(at: .seconds(5)) == nil)
        truncation.request()
        truncation.request()
        #expect(truncation.delay(at: .milliseconds(5400)) == .milliseconds(600))
        #expect(truncation.delay(at: .seconds(6)) == .zero)
        #expect(truncation.delay(at: .seconds(60)) == .zero)
    }

    @Test func whatFailsIsTriedEverMoreRarely() {
        var truncation = LogTruncation(interval: .zero)
        truncation.request()
        var pauses = [Duration]()
        for _ in 0..<13 {
            truncation.failed(at: .zero)
            pauses.append(truncation.delay(at: .zero) ?? .seconds(-1))
        }
        #expect(pauses.prefix(3) == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
        #expect(pauses.last == .seconds(30))
        truncation.succeeded(at: .zero)
        truncation.request()
        #expect(truncation.delay(at: .zero) == .zero)
    }
}
