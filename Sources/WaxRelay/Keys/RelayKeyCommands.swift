// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxEnvelope

/// What the commands about a relay's keys do.
package struct RelayKeyCommands: Sendable {
    private let directory: RelayKeyDirectory
    private let rootKeyFile: String

    package init(_ directory: RelayKeyDirectory, rootKeyFile: String? = nil) {
        self.directory = directory
        self.rootKeyFile = rootKeyFile ?? directory.rootKeyFile
    }

    /// Makes everything that a relay of this name needs, and returns the public root key to pin in apps, PEM text.
    ///
    /// A root key that is there already is used. Throws when the directory holds keys.
    package func initialize(relay: String, hour: UInt32) throws -> String {
        guard RelayPublicKey.isRelayName(relay) else { throw RelayError("--host must be a host name") }
        try PrivateFile.makeDirectory(directory.path)
        return try directory.exclusively {
            guard try directory.plan() == nil else { throw RelayError("\(directory.path) holds keys already") }
            let root = try directory.rootKey(rootKeyFile) ?? directory.makeRootKey(rootKeyFile)
            if try directory.secrets() == nil { try directory.makeSecrets() }
            var plan = RelayKeyPlan(relay: relay.lowercased())
            plan.acceptClock(hour: hour)
            try plan.advance(hour: hour) { try directory.makeKey(relay: relay) }
            try directory.write(plan)
            try directory.writeSignedList(plan.list(hour: hour).answer(signedBy: root))
            return root.publicKey.pemRepresentation
        }
    }

    /// Makes a new active key now; what was sealed to the old one still opens.
    package func rotate(hour: UInt32) throws -> RelayKeyChange {
        try change(hour: hour) { plan in
            let relay = plan.relay
            try plan.rotate(hour: hour) { try directory.makeKey(relay: relay) }
        }
    }

    /// Gives up a key and destroys its private half: its tokens are dead. An active key gives way to another.
    package func revoke(_ keyID: RelayKeyID, hour: UInt32) throws -> RelayKeyChange {
        try change(hour: hour) { plan in
            let relay = plan.relay
            try plan.revoke(keyID, hour: hour) { try directory.makeKey(relay: relay) }
        }
    }

    /// Signs the list with the root key.
    package func sign(hour: UInt32) throws {
        guard try change(hour: hour, { _ in }).isSigned else {
            throw RelayError("\(rootKeyFile) is missing: name the file of the root key with --root-key")
        }
    }

    /// Says that the clock is right, though it is further past the last hour that the relay has seen than it may be.
    package func acceptClock(hour: UInt32) throws {
        try directory.exclusively {
            var plan = try list()
            plan.acceptClock(hour: hour)
            try directory.write(plan)
        }
    }

    /// The keys and what each is at this hour.
    package func list() throws -> RelayKeyPlan {
        guard let plan = try directory.plan() else { throw directory.absence }
        return plan
    }

    private func change(hour: UInt32, _ body: (inout RelayKeyPlan) throws -> Void) throws -> RelayKeyChange {
        try directory.exclusively {
            var plan = try list()
            try plan.checkLag(hour: hour, in: directory.path)
            try plan.see(hour: hour, in: directory.path)
            let known = plan.active(hour: plan.seen)?.key.keyID
            try body(&plan)
            try directory.write(plan)
            try directory.destroyKeys(except: plan)
            let root = try directory.rootKey(rootKeyFile)
            if let root { try directory.writeSignedList(plan.list(hour: plan.seen).answer(signedBy: root)) }
            let active = plan.active(hour: plan.seen)?.key.keyID
            return RelayKeyChange(active: active, isActiveNew: active != known, isSigned: root != nil)
        }
    }
}
