// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

/// Many devices of one app that do nothing but count what arrives at each of them: for tests under load.
///
/// A device takes two bytes. Opening each envelope would cost more than sending it, so only the payloads of a sample are
/// kept, and opened when `openSamples` is called.
public final class BulkDevices: Sendable {
    /// The app that is on all of them.
    public let app: SimulatedApp
    /// How many there are.
    public let count: Int
    /// The end of each of their tokens.
    let tokenSuffix: String
    private let seed: UInt64
    private let keys: [P256.KeyAgreement.PrivateKey]
    private let sampleInterval: Int
    private let state: Watched<State>

    private struct State {
        var arrivals: [UInt16]
        var total = 0
        var samples: [(index: Int, payload: SamplePayload)] = []
    }

    /// - Parameters:
    ///   - keyCount: the number of key pairs that the devices share.
    ///   - sampleInterval: one in so many devices keeps what arrives.
    init(app: SimulatedApp, count: Int, keyCount: Int, sampleInterval: Int, mint: TokenMint) {
        self.app = app
        self.count = count
        self.sampleInterval = max(1, sampleInterval)
        tokenSuffix =
            switch app {
            case .ios: mint.hexadecimal(bytes: 16)
            case .android, .web: mint.registrationSuffix()
            }
        seed = mint.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        keys = (0..<keyCount).map { _ in P256.KeyAgreement.PrivateKey() }
        state = Watched(State(arrivals: [UInt16](repeating: 0, count: count)))
    }

    /// The push token of a device.
    public func token(at index: Int) -> String {
        precondition((0..<count).contains(index), "there is no such device")
        let bytes = tokenPrefix(index)
        switch app {
        case .ios: return TokenMint.hexadecimal(bytes) + tokenSuffix
        case .android, .web: return Base64URL.encode(bytes) + tokenSuffix
        }
    }

    /// The public key of a device as it is registered; nil when the devices have no keys.
    public func encryptionPublicKey(at index: Int) -> String? {
        guard !keys.isEmpty else { return nil }
        return HKPublicKey(keys[index % keys.count].publicKey).text
    }

    /// How often something arrived at a device, up to 65 535.
    public func arrivals(at index: Int) -> Int { state.read { Int($0.arrivals[index]) } }

    /// How many pushes arrived at all of them.
    public var totalArrivals: Int { state.read { $0.total } }

    /// At how many devices nothing arrived, at how many one push, and so on up to the most.
    public var devicesByArrivals: [Int] {
        state.read { state in
            state.arrivals.reduce(into: [Int](repeating: 0, count: Int(state.arrivals.max() ?? 0) + 1)) {
                $0[Int($1)] += 1
            }
        }
    }

    /// Waits until so many pushes have arrived at all of them; false once `limit` has passed.
    public func arrivals(atLeast total: Int, within limit: Duration) async -> Bool {
        await state.first(within: limit) { $0.total >= total ? true : nil } ?? false
    }

    /// Forgets what arrived.
    public func reset() {
        let count = count
        state.update { $0 = State(arrivals: [UInt16](repeating: 0, count: count)) }
    }
}

extension BulkDevices {
    /// Opens the payloads of the sample, in the order of their arrival.
    public func openSamples() -> [BulkSample] {
        state.read { $0.samples }.map { index, payload in
            BulkSample(index: index, payload: payload, key: keys.isEmpty ? nil : keys[index % keys.count])
        }
    }

    /// Takes a push that the provider has accepted for one of them.
    func receive(at index: Int, _ payload: @autoclosure () -> SamplePayload) {
        state.update { state in
            state.total += 1
            if state.arrivals[index] < .max { state.arrivals[index] += 1 }
            if index.isMultiple(of: sampleInterval) { state.samples.append((index, payload())) }
        }
    }
}

extension BulkDevices {
    /// The lengths that the beginning of a token can have: 16 bytes as hexadecimal digits, or as base64url.
    static let prefixLengths = [32, 22]

    /// The device with this token; nil when it is none of these.
    func index(of token: String) -> Int? {
        let length = token.utf8.count - tokenSuffix.utf8.count
        guard length > 0 else { return nil }
        let prefix = Array(token.utf8.prefix(length))
        let bytes: [UInt8]? =
            switch app {
            case .ios: Self.bytes(hexadecimal: prefix)
            case .android, .web: prefix.withUnsafeBufferPointer { Base64URL.decode($0) }
            }
        guard let bytes, bytes.count == 16 else { return nil }
        let index = bytes[12...].reduce(0) { $0 << 8 | Int($1) }
        return index < count && bytes == tokenPrefix(index) ? index : nil
    }

    /// Twelve bytes that look random, then the number of the device.
    private func tokenPrefix(_ index: Int) -> [UInt8] {
        let first = Self.mixed(seed &+ UInt64(index))
        let second = Self.mixed(first)
        return (0..<8).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) }
            + (0..<4).map { UInt8(truncatingIfNeeded: second >> (8 * $0)) }
            + (0..<4).map { UInt8(truncatingIfNeeded: index >> (24 - 8 * $0)) }
    }

    /// The output function of SplitMix64, which spreads the bits of its input.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private static func bytes(hexadecimal digits: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        guard digit.isLowerHexadecimal else { return nil }
        return digit.isDigit ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}
