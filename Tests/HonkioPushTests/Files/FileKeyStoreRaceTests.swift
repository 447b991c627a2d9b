// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxSystem

@Suite struct FileKeyStoreRaceTests {
    private let directory: TemporaryDirectory
    private var keychain: PushKeychain { PushKeychain(store: FileKeyStore(directory: directory.file("keys"))) }

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func threadsGetOneKey() throws {
        let keys = Locked<[EncryptionPublicKey?]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let key = try? keychain.encryptionPublicKey()
            keys.withLock { $0.append(key) }
        }
        let all = keys.withLock { $0 }
        #expect(Set(all).count == 1)
        #expect(all.first == (try keychain.encryptionPublicKey()))
        #expect(try FileKeyStore(directory: directory.file("keys")).names().count == 2)
    }

    @Test func processesGetOneKey() async throws {
        let path = directory.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, number = number as Int] in
                        let key = try PushKeychain(store: FileKeyStore(directory: "\(path)/keys")).encryptionPublicKey()
                        try Data(key.publicKey.utf8).write(to: URL(filePath: "\(path)/\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let key = try keychain.encryptionPublicKey()
        for number in 0..<4 {
            #expect(try Data(contentsOf: URL(filePath: directory.file("\(number)"))) == Data(key.publicKey.utf8))
        }
    }

    /// Rotations exclude each other, and a reader at any moment finds the current key.
    @Test func rotationsAndReaders() throws {
        _ = try keychain.encryptionPublicKey()
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for _ in 0..<12 {
                do {
                    if worker % 2 == 0 {
                        _ = try keychain.rotateEncryptionKey()
                    } else {
                        let key = try keychain.encryptionPublicKey()
                        try open(sealedTo: key)
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let ring = try keychain.encryptionPublicKey()
        let names = try FileKeyStore(directory: directory.file("keys")).names()
        #expect(names.count == 3)
        #expect(names.contains("key-\(ring.keyID)"))
    }

    /// Opens, unless two rotations were quicker; then the reason is that there is no such key.
    private func open(sealedTo key: EncryptionPublicKey) throws {
        guard let publicKey = HKPublicKey(key.publicKey) else { return }
        let envelope = try HKEnvelope.seal(Array("{}".utf8), to: publicKey)
        do throws(HonkioPushError) {
            _ = try keychain.open(envelope)
        } catch  where error.reason == .unknownKeyID {
            return
        }
    }
}
