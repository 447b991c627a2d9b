// SPDX-License-Identifier: Apache-2.0

@testable import WaxHTTP

/// The state as tests bring it about, each at time zero.
extension HTTP2ConnectionState {
    static func idle(_ configuration: HTTP2ClientConfiguration = .init()) -> HTTP2ConnectionState {
        HTTP2ConnectionState(configuration: configuration, seed: 1)
    }

    /// A connected state that has opened what the limit allows of `count` requests.
    static func open(
        _ count: UInt64, remoteLimit: Int = 100, isWritten: Bool = true, body: [UInt8] = [],
        configuration: HTTP2ClientConfiguration = .init()
    ) -> HTTP2ConnectionState {
        var state = idle(configuration)
        state.submit(HTTP2Request.numbered(count, body: body), now: .zero)
        _ = state.nextAction(now: .zero)
        state.connected(now: .zero)
        state.settingsReceived(maximumStreams: remoteLimit)
        state.openAll(isWritten: isWritten)
        return state
    }

    /// Gives it requests as its pool would.
    mutating func submit(_ requests: [HTTP2Request], now: Duration) {
        for request in requests {
            take(HTTP2WaitingRequest(request: request, deadline: now + configuration.queueTimeout))
        }
    }

    /// Opens what can be opened, in slot `n` as stream `2n + 1`, and says how many that was.
    @discardableResult
    mutating func openAll(isWritten: Bool = true) -> Int {
        var count = 0
        while case .open(let slot) = nextAction(now: .zero) {
            opened(slot, as: Int32(slot * 2 + 1))
            if isWritten { headerWritten(slot) }
            count += 1
        }
        return count
    }

    mutating func answer(slot: Int, status: Int = 200, closes: Bool = true) {
        receive(slot: slot, name: ":status", value: "\(status)")
        headersReceived(slot)
        answerEnded(slot)
        if closes { streamClosed(slot, code: HTTP2ErrorCode.noError) }
    }

    mutating func receive(slot: Int, name: String, value: String) {
        Array(name.utf8).withUnsafeBufferPointer { name in
            Array(value.utf8).withUnsafeBufferPointer { value in
                headerReceived(slot, name: name, value: value)
            }
        }
    }

    mutating func takeBody(slot: Int, room: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool) {
        var buffer = [UInt8](repeating: 0, count: room)
        let (count, isLast) = buffer.withUnsafeMutableBytes { takeBody(slot, into: $0) }
        return (buffer[..<count], isLast)
    }
}

extension HTTP2Request {
    static func numbered(_ count: UInt64, from first: UInt64 = 0, body: [UInt8] = []) -> [HTTP2Request] {
        (first..<first + count).map { HTTP2Request(id: $0, path: "/", body: body) }
    }
}
