// SPDX-License-Identifier: Apache-2.0

/// Whether a server says that something is stored only once it is: no 2xx answer to a request that writes begins to leave
/// before a sync of the write-ahead log has ended that began after the request's own pages were written there.
///
/// A request's pages are known by a marker: a text `durable-….` of the request that is readable in the database. For a
/// request without one, any page that was written after it came counts as its own.
struct DurabilityCheck {
    /// An answer that left too early, or whose commit does not show.
    enum Violation: Hashable {
        case nothingWritten(request: String)
        case notSynced(request: String)
    }

    /// Something that was written to the write-ahead log.
    private struct Page {
        let start: Int
        let end: Int
        let markers: Set<String>
    }

    /// How many answers to requests that write there were.
    private(set) var checked = 0
    private(set) var violations: [Violation] = []

    private static let writes = ["pwrite64", "write", "writev", "pwritev", "pwritev2"]
    private static let sends = ["sendmsg", "sendto", "write", "writev", "sendfile"]
    private static let receipts = ["recvfrom", "recvmsg", "read"]

    /// - Parameter port: the server's own.
    init(_ trace: SystemCallTrace, port: UInt16) {
        let log = trace.calls.filter { $0.target.hasSuffix(".db-wal") }
        let pages = log.filter { Self.writes.contains($0.name) && $0.result ?? 0 > 0 }
            .map { Page(start: $0.start, end: $0.end, markers: Self.markers(in: $0.arguments)) }
        let syncs = log.filter { ["fsync", "fdatasync"].contains($0.name) && $0.result == 0 }
        let traffic = trace.calls.filter { $0.target.hasPrefix("TCP:[127.0.0.1:\(port)->") }
        for (_, calls) in Dictionary(grouping: traffic, by: \.target) {
            var request = ""
            var arrival = 0
            for call in calls.sorted(by: { $0.start < $1.start }) {
                if Self.receipts.contains(call.name), call.result ?? 0 > 0 {
                    request += call.arguments
                    arrival = call.end
                } else if Self.sends.contains(call.name) {
                    if Self.isWrite(request), call.arguments.contains(#/"HTTP/1\.1 2\d\d\b/#) {
                        check(request, arrival, answer: call.start, pages, syncs)
                    }
                    request = ""
                }
            }
        }
    }

    private mutating func check(
        _ request: String, _ arrival: Int, answer: Int, _ pages: [Page],
        _ syncs: [SystemCallTrace.Call]
    ) {
        checked += 1
        let marker = Self.markers(in: request).first
        let name = marker ?? String(request.prefix(100))
        let own = pages.filter { page in
            page.start > arrival && page.end < answer && (marker.map { page.markers.contains($0) } ?? true)
        }
        guard let first = own.first else { return violations.append(.nothingWritten(request: name)) }
        if !syncs.contains(where: { $0.start > first.end && $0.end < answer }) {
            violations.append(.notSynced(request: name))
        }
    }

    private static func isWrite(_ request: String) -> Bool {
        request.contains(#/"(POST|PUT|PATCH|DELETE) /v1//#)
    }

    private static func markers(in text: String) -> Set<String> {
        var markers: Set<String> = []
        var rest = text.utf8[...]
        let prefix = Array("durable-".utf8)
        while let start = rest.firstIndex(of: prefix[0]) {
            rest = rest[start...]
            // The full stop ends it: in the database the next value stands right behind.
            if rest.starts(with: prefix), let end = rest.firstIndex(of: UInt8(ascii: ".")) {
                markers.insert(String(decoding: Array(rest[...end]), as: UTF8.self))
            }
            rest = rest.dropFirst()
        }
        return markers
    }
}
