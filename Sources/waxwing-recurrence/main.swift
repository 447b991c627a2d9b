// SPDX-License-Identifier: Apache-2.0
import WaxPersonal
import WaxSystem

// For each line of input, a line with the sends of a series. A line of input has, separated by tabs: the time zone, the
// first and the last second (since the epoch) to look at, the cron expression. A line of output has the seconds,
// separated by spaces, or `error` and why the line cannot be read.

let zones = ZoneDatabase()

func sends(_ line: String) -> String {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 4, let first = Int64(parts[1]), let last = Int64(parts[2]) else { return "error: four parts" }
    guard let zone = zones.zone(named: String(parts[0])) else { return "error: no such time zone" }
    do throws(CronError) {
        let series = Recurrence(
            cron: try CronExpression(String(parts[3])), zone: zone, until: Timestamp(milliseconds: last * 1000))
        var seconds: [String] = []
        var next = series.next(from: Timestamp(milliseconds: first * 1000))
        while let time = next {
            seconds.append("\(time.seconds)")
            next = series.next(after: time)
        }
        return seconds.joined(separator: " ")
    } catch {
        return "error: \(error)"
    }
}

while let line = readLine() { print(sends(line)) }
