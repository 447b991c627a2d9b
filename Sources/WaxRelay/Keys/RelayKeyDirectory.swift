// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import WaxCrypto
import WaxEnvelope

/// The files of a relay's keys: `keys.json` (which keys there are), `<kid>.key` (their private halves), `list.json` (the
/// signed list), `root.key` (what signs it; may be kept elsewhere), `secret.key` (what tickets and revocations hang on).
///
/// Each has mode 0600 and belongs to the directory's owner. Moving the directory moves the relay.
package struct RelayKeyDirectory: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
    }

    /// The default place of the root key.
    package var rootKeyFile: String { "\(path)/root.key" }

    /// Calls `body` while no other process changes the directory. Throws for anybody but the directory's owner and root.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        let owner = try DirectoryOwner(of: path)
        var descriptor = open("\(path)/.lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var isReady = descriptor >= 0 && owner.take(descriptor)
        if descriptor < 0, errno == EEXIST {
            descriptor = open("\(path)/.lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            isReady = descriptor >= 0
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        guard isReady else {
            throw RelayError("\(path) is no directory of keys that can be used: \(PrivateFile.lastError)")
        }
        guard flock(descriptor, LOCK_EX) == 0 else { throw RelayError("\(path) cannot be locked") }
        return try body()
    }

    /// Why a command or a relay that needs keys does nothing before `init`.
    var absence: RelayError {
        RelayError("\(path) holds no keys: make them with 'waxwing relay keys init --keys \(path) --host NAME'")
    }

    /// What changes whenever the keys do.
    func revision() -> [Int] {
        var status = stat()
        return ["keys.json", "list.json"].flatMap { name in
            stat("\(path)/\(name)", &status) == 0
                ? [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : [0]
        }
    }

    /// The keys there are; nil before `init`.
    package func plan() throws -> RelayKeyPlan? {
        guard let text = try PrivateFile.read("\(path)/keys.json") else { return nil }
        do throws(RelayKeyListError) {
            let list = try RelayKeyList(signed: text)
            return RelayKeyPlan(relay: list.relay, serial: list.serial, entries: list.entries, seen: list.issued)
        } catch {
            throw RelayError("\(path)/keys.json is broken")
        }
    }

    /// Writes which keys there are, and the newest hour that was seen as that of the list.
    func write(_ plan: RelayKeyPlan) throws {
        try PrivateFile.write(plan.list(hour: plan.seen).signed, to: "\(path)/keys.json")
    }

    func privateKey(_ keyID: RelayKeyID) throws -> P256.KeyAgreement.PrivateKey {
        guard var text = try PrivateFile.read(file(keyID)) else { throw RelayError("\(file(keyID)) is missing") }
        defer { wipe(&text) }
        guard let key = try? P256.KeyAgreement.PrivateKey(pemRepresentation: String(decoding: text, as: UTF8.self)),
            RelayKeyID(x963Representation: Array(key.publicKey.x963Representation)) == keyID
        else { throw RelayError("\(file(keyID)) is not the key that its name says") }
        return key
    }

    /// Makes a key pair and writes its private half.
    func makeKey(relay: String) throws -> RelayPublicKey {
        let key = P256.KeyAgreement.PrivateKey()
        guard let publicKey = RelayPublicKey(key.publicKey, relay: relay) else {
            throw RelayError("--host must be a host name")
        }
        var text = Array(key.pemRepresentation.utf8)
        defer { wipe(&text) }
        try PrivateFile.write(text, to: file(publicKey.keyID))
        return publicKey
    }

    /// Destroys the private halves that `plan` does not have.
    func destroyKeys(except plan: RelayKeyPlan) throws {
        let kept = Set(plan.entries.map { "\($0.key.keyID.text).key" } + ["root.key", "secret.key"])
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.hasSuffix(".key") && !kept.contains(name) && RelayKeyID(String(name.dropLast(4))) != nil {
            try PrivateFile.destroy("\(path)/\(name)")
        }
    }

    /// The root key; nil when it is kept elsewhere.
    func rootKey(_ file: String) throws -> P256.Signing.PrivateKey? {
        guard var text = try PrivateFile.read(file) else { return nil }
        defer { wipe(&text) }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: text, as: UTF8.self)) else {
            throw RelayError("\(file) is no P-256 private key in PEM")
        }
        return key
    }

    func makeRootKey(_ file: String) throws -> P256.Signing.PrivateKey {
        let key = P256.Signing.PrivateKey()
        var text = Array(key.pemRepresentation.utf8)
        defer { wipe(&text) }
        // Elsewhere the directory may be anybody's: the one who makes the root key keeps it.
        try PrivateFile.write(text, to: file, keepsOwner: file != rootKeyFile)
        return key
    }

    /// What `GET /v1/sealed/keys` answers; nil before it was signed.
    func signedList() throws -> [UInt8]? { try PrivateFile.read("\(path)/list.json") }

    func writeSignedList(_ answer: [UInt8]) throws { try PrivateFile.write(answer, to: "\(path)/list.json") }

    /// The relay's own secrets; nil before `init`.
    package func secrets() throws -> RelaySecrets? {
        guard var bytes = try PrivateFile.read("\(path)/secret.key") else { return nil }
        defer { wipe(&bytes) }
        guard bytes.count == 32 else { throw RelayError("\(path)/secret.key is broken") }
        return RelaySecrets(SymmetricKey(data: bytes))
    }

    func makeSecrets() throws {
        var bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        defer { wipe(&bytes) }
        try PrivateFile.write(bytes, to: "\(path)/secret.key")
    }

    private func file(_ keyID: RelayKeyID) -> String { "\(path)/\(keyID.text).key" }
}
