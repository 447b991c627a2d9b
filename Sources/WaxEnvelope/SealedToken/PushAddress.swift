// SPDX-License-Identifier: Apache-2.0

/// Where a device is reached: what a sealed token hides.
public enum PushAddress: Hashable, Sendable {
    /// Apple's device token, raw bytes and not their hexadecimal digits.
    case apns(token: [UInt8], isSandbox: Bool)
    /// Google's registration token.
    case fcm(token: String)
    /// A browser's subscription: the endpoint of at most 1000 bytes, the point of 65 bytes and the secret of 16.
    case webPush(endpoint: String, p256dh: [UInt8], auth: [UInt8])

    /// The kinds as they stand in a token.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case decoy = 0
        case apns = 1
        case fcm = 2
        case webPush = 3
    }

    var kind: Kind {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        case .webPush: .webPush
        }
    }

    var isSandbox: Bool {
        if case .apns(_, isSandbox: true) = self { true } else { false }
    }

    /// The bytes that stand in the token.
    package var bytes: [UInt8] {
        switch self {
        case .apns(let token, _): token
        case .fcm(let token): Array(token.utf8)
        case .webPush(let endpoint, let p256dh, let auth):
            UInt16(truncatingIfNeeded: endpoint.utf8.count).bigEndianBytes + endpoint.utf8 + p256dh + auth
        }
    }

    /// Whether bytes may be an address of this kind.
    static func isValid(_ bytes: UnsafeRawBufferPointer, kind: Kind) -> Bool {
        switch kind {
        case .decoy: bytes.isEmpty
        case .apns: !bytes.isEmpty
        case .fcm: !bytes.isEmpty && bytes.allSatisfy(isRegistrationCharacter)
        case .webPush: endpointLength(bytes) != nil
        }
    }

    /// The length of the endpoint in a browser's subscription; nil when the parts do not add up.
    package static func endpointLength(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 2 else { return nil }
        let length = Int(bytes.bigEndian(at: 0, as: UInt16.self))
        guard (1...maximumEndpoint).contains(length), bytes.count == 2 + length + subscriptionKeyBytes,
            bytes[2 + length] == 4
        else { return nil }
        return length
    }

    /// What the ticket of this device for an app is the code of.
    package func ticketMessage(app: String, expires: UInt32) -> [UInt8] {
        var bytes = bytes
        defer { wipe(&bytes) }
        return bytes.withUnsafeBytes { token in
            Array(app.utf8).withUnsafeBytes { app in
                SealedTokenProof.ticketMessage(
                    kind: kind, isSandbox: isSandbox, app: app, token: token, expires: expires)
            }
        }
    }

    private static let maximumEndpoint = 1000
    private static let subscriptionKeyBytes = 65 + 16

    private static func isRegistrationCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension PushAddress: CustomStringConvertible, CustomReflectable {
    /// Says nothing of the address.
    public var description: String { "push address of kind \(kind)" }
    /// Says nothing of the address.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
