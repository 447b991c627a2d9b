// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Times several pieces of work in turns, so that a slow moment of the machine falls on all of them alike.
struct InterleavedTiming {
    /// One piece of work.
    struct Work {
        /// How many operations one run does.
        var operationCount = 1
        /// Runs the given number of times.
        var run: (Int) throws -> Void
    }

    /// Microseconds of this thread's CPU time for each work's single operation: the median over all its slices.
    static func medians(of works: [Work], seconds: Double) throws -> [Double] {
        let counts = try works.map { try repetitions(of: $0, nanoseconds: 10_000_000) }
        var slices: [[Double]] = Array(repeating: [], count: works.count)
        let start = nanoseconds()
        repeat {
            for (index, work) in works.enumerated() {
                let before = nanoseconds()
                try work.run(counts[index])
                let operations = Double(counts[index] * work.operationCount)
                slices[index].append(Double(nanoseconds() - before) / 1000 / operations)
            }
        } while Double(nanoseconds() - start) < seconds * 1e9
        return slices.map(median)
    }

    /// How often the work fits into the time, found by doubling; this also warms it up.
    private static func repetitions(of work: Work, nanoseconds limit: UInt64) throws -> Int {
        var count = 1
        while true {
            let before = nanoseconds()
            try work.run(count)
            let elapsed = nanoseconds() - before
            if elapsed >= limit / 2 { return max(1, count * Int(limit) / Int(elapsed)) }
            count *= 2
        }
    }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
