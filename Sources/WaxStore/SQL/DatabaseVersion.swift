// SPDX-License-Identifier: Apache-2.0

/// A state of the database: as long as it is the same, nothing was committed by any process.
package struct DatabaseVersion: Equatable, Sendable {
    private let words: SIMD8<UInt64>

    init(_ words: SIMD8<UInt64>) {
        self.words = words
    }
}
