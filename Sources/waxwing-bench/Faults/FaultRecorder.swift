// SPDX-License-Identifier: Apache-2.0

/// Makes each delivery's history of what the simulator was asked and of what killed servers had left unfinished.
struct FaultRecorder {
    /// How late an answer may be sent that is held back for a moment.
    private static let patience: Int64 = 5000

    /// The streams that a connection has at most.
    let streams: Int
    /// When the push's time is over, in milliseconds since 1970.
    let deadline: Int64
    /// What each killed server had announced and not brought to an end: the number of the attempt, by device token.
    let unfinished: [[String: Int]]

    /// What is known of a delivery for which no request came and which no server left unfinished.
    private var nothing: FaultHistory {
        FaultHistory(lives: Array(repeating: FaultHistory.Life(), count: unfinished.count + 1))
    }

    /// The histories by device token, those of `tokens` at least.
    func histories(of requests: [FaultRequest], tokens: some Sequence<String>) -> [String: FaultHistory] {
        var histories: [String: FaultHistory] = [:]
        for token in tokens { histories[token] = nothing }
        let lost = answersThatMayBeLost(requests)
        for (index, request) in requests.enumerated() {
            histories[request.token, default: nothing].lives[request.life].requests.append(
                FaultHistory.Request(
                    end: request.end, wasDelivered: request.wasDelivered, mayBeLost: lost.contains(index),
                    timeLeft: .milliseconds(deadline - request.milliseconds), names: request.names))
        }
        for (life, attempts) in unfinished.enumerated() {
            for (token, attempt) in attempts {
                histories[token, default: nothing].lives[life].attemptAtKill = attempt
            }
        }
        return histories
    }

    /// Which answers may not have reached the server because their connection was reset, by their place in `requests`.
    private func answersThatMayBeLost(_ requests: [FaultRequest]) -> Set<Int> {
        let connections = Dictionary(grouping: requests.indices) { requests[$0].connection }
        return connections.values.reduce(into: []) { lost, indices in
            guard let reset = indices.firstIndex(where: { requests[$0].resetsConnection }) else { return }
            // What comes after the reset, its own batch, is not answered any more.
            lost.formUnion(indices[reset...])
            let (delayed, prompt) = indices[..<reset].partitioned { requests[$0].isDelayed }
            // A client opens a stream only when it has the answers of all others but `streams`. Answers leave in the order
            // of the requests, but for those that were read together, `streams` again at most.
            lost.formUnion(prompt.suffix(2 * streams))
            let earliest = requests[indices[reset]].milliseconds - Self.patience
            lost.formUnion(delayed.filter { requests[$0].milliseconds >= earliest })
        }
    }
}

extension Sequence {
    fileprivate func partitioned(by belongs: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
        reduce(into: ([], [])) { parts, element in
            if belongs(element) { parts.0.append(element) } else { parts.1.append(element) }
        }
    }
}
