// SPDX-License-Identifier: Apache-2.0

/// What the fuzzers call: each function takes any bytes and stops the process when a promise is broken.
///
/// One function per format, in a file `FuzzTarget+Topic.swift`; the program that drives it is in `Fuzz/`.
public enum FuzzTarget {
    static func require(_ holds: Bool, _ promise: StaticString) {
        if !holds { fatalError("\(promise)") }
    }
}
