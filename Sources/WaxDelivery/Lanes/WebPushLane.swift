// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// The requests to one push service of browsers, some at a time, over connections that all such lanes share.
final class WebPushLane: ProviderLane {
    private struct State {
        var flights = WebPushFlights<HTTP2Request>(limit: WebPushLane.limit)
        var tasks: [UInt64: Task<Void, Never>] = [:]
    }

    /// Requests that one service is sent at a time.
    static let limit = 64
    /// How long one request may take, from the look-up of the name to the end of the answer.
    private static let timeout = Duration.seconds(10)
    /// Services answer with a line or two; what is longer is none of theirs.
    private static let longestAnswer = 64 * 1024

    private let origin: String
    private let client: HTTPClient
    private let queueTimeout: Duration
    private let time: any TimeSource
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private let state = Locked(State())

    /// `origin` stands before the path of every request; a request waits at most `queueTimeout` for its turn.
    init(
        origin: String, client: HTTPClient, queueTimeout: Duration, time: any TimeSource,
        onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) {
        self.origin = origin
        self.client = client
        self.queueTimeout = queueTimeout
        self.time = time
        self.onOutcomes = onOutcomes
    }

    func submit(_ requests: [HTTP2Request], before deadline: Duration) {
        let now = time.uptime()
        guard now <= deadline else { return giveBack(requests, .timedOut) }
        carryOut { $0.add(requests, now: now, patience: queueTimeout) }
    }

    /// Connections are no lane's own, and libcurl replaces those that end.
    func reconnect() {}

    func close(drain: Duration) {
        let (unsent, tasks) = state.withLock { ($0.flights.close(), Array($0.tasks.values)) }
        giveBack(unsent, .closed)
        guard !tasks.isEmpty else { return }
        Task {
            try? await Task.sleep(for: drain)
            for task in tasks { task.cancel() }
        }
    }

    /// Takes a step and does what it says.
    private func carryOut(_ step: (inout WebPushFlights<HTTP2Request>) -> WebPushFlights<HTTP2Request>.Step) {
        let (isClosed, overdue) = state.withLock { state in
            let step = step(&state.flights)
            for request in step.send {
                state.tasks[request.id] = Task { await self.send(request) }
            }
            return (state.flights.isClosed, step.giveBack)
        }
        giveBack(overdue, isClosed ? .closed : .timedOut)
    }

    private func giveBack(_ requests: [HTTP2Request], _ failure: HTTP2Failure) {
        guard !requests.isEmpty else { return }
        onOutcomes(requests.map { HTTP2Answer(id: $0.id, outcome: .notProcessed(failure)) })
    }

    private func send(_ request: HTTP2Request) async {
        let outcome: HTTP2Outcome
        do throws(HTTPClientError) {
            outcome = .response(HTTP2Response(try await client.send(clientRequest(request))))
        } catch {
            outcome = HTTP2Outcome(error)
        }
        onOutcomes([HTTP2Answer(id: request.id, outcome: outcome)])
        let now = time.uptime()
        state.withLock { $0.tasks[request.id] = nil }
        carryOut { $0.end(now: now, patience: queueTimeout) }
    }

    private func clientRequest(_ request: HTTP2Request) -> HTTPClientRequest {
        var headers = HTTPHeaders()
        for index in 0..<request.headers.count {
            let (name, value) = request.headers[index]
            headers.add(name, value)
        }
        var result = HTTPClientRequest(
            method: request.method, url: origin + request.path, headers: headers, body: request.body)
        result.timeout = Self.timeout
        result.maximumResponseBytes = Self.longestAnswer
        return result
    }
}

extension HTTP2Response {
    /// The same as an answer of a provider.
    fileprivate init(_ response: HTTPClientResponse) {
        var headers = HTTP2Headers()
        for field in response.headers.fields { headers.append(field.name.lowercased(), field.value) }
        self.init(status: response.status, headers: headers, body: response.body)
    }
}

extension HTTP2Outcome {
    /// What a request has come to that has no answer.
    fileprivate init(_ error: HTTPClientError) {
        let failure: HTTP2Failure =
            switch error.reason {
            case .invalidRequest: .invalidRequest
            case .forbiddenAddress: .forbiddenAddress
            case .timedOut: .timedOut
            case .cancelled: .closed
            case .cannotResolve, .cannotConnect, .tls: .connectFailed(error.description)
            case .connectionLost, .responseTooLarge, .other: .connectionLost(error.description)
            }
        self = error.mayHaveBeenSent ? .unknown(failure) : .notProcessed(failure)
    }
}
