// SPDX-License-Identifier: Apache-2.0

/// Draws the faults of a script.
struct FaultDraw: Sendable {
    private let script: FaultScript
    private var state: UInt64

    init(_ script: FaultScript) {
        self.script = script
        state = script.seed
    }

    /// The fault that comes to the next request; what is decided for its device comes first.
    mutating func next(service: SimulatedService, token: String?) -> Fault? {
        let entries = script.entries.filter { $0.service == nil || $0.service == service }
        if let token, let fault = Self.pick(entries.filter(\.isPerDevice), at: fraction(of: token)) { return fault }
        // SplitMix64 (Steele, Lea, Flood 2014).
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.pick(entries.filter { !$0.isPerDevice }, at: Self.fraction(Self.mixed(state)))
    }

    private static func pick(_ entries: [FaultScript.Entry], at fraction: Double) -> Fault? {
        var end = 0.0
        for entry in entries {
            end += entry.share
            if fraction < end { return entry.fault }
        }
        return nil
    }

    /// A number from 0 up to 1 that belongs to the token; FNV-1a gathers its bytes.
    private func fraction(of token: String) -> Double {
        let hash = token.utf8.reduce(script.seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Self.fraction(Self.mixed(hash))
    }

    private static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
