// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Random bytes that are all zero.
package struct FixedRandom: RandomSource {
    package init() {}

    package func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
