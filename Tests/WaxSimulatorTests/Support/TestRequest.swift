// SPDX-License-Identifier: Apache-2.0

/// A request that a test changes as it likes before it is sent.
struct TestRequest: Sendable {
    var method = "POST"
    var path: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// The first field of this name; setting replaces it, nil removes it.
    subscript(header: String) -> String? {
        get { headers.first { $0.name == header }?.value }
        set {
            headers.removeAll { $0.name == header }
            if let newValue { headers.append((header, newValue)) }
        }
    }
}
