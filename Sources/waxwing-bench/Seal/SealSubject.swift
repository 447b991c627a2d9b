// SPDX-License-Identifier: Apache-2.0

/// What the seal benchmark times.
enum SealSubject: Hashable {
    case seal, sender, recipient
    case baseMultiplication, pointMultiplication, encoding
    /// So many messages in one call, whose keys are decoded in it.
    case batch(Int, inLanes: Bool)

    /// All there is to time, without what needs lanes where there are none.
    static func all(batchCount: Int, inLanes: Bool) -> [SealSubject] {
        let counts = (inLanes ? Array(1...8) : []) + [batchCount]
        return [.seal, .sender, .recipient, .baseMultiplication, .pointMultiplication, .encoding]
            + counts.map { .batch($0, inLanes: false) } + (inLanes ? counts.map { .batch($0, inLanes: true) } : [])
    }

    /// How many operations one run does.
    var operationCount: Int {
        if case .batch(let count, _) = self { count } else { 1 }
    }

    var name: String {
        switch self {
        case .seal: "seal"
        case .sender: "seal, HPKE.Sender"
        case .recipient: "open, HPKE.Recipient"
        case .baseMultiplication: "fixed-base multiplication"
        case .pointMultiplication: "variable-base multiplication"
        case .encoding: "point encoding"
        case .batch(let count, inLanes: false): "seal, batches of \(count)"
        case .batch(let count, inLanes: true): "seal, batches of \(count), eight lanes"
        }
    }
}
