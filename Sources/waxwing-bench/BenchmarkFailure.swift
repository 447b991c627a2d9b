// SPDX-License-Identifier: Apache-2.0

/// Why a benchmark has no result.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
