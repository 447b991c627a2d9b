// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The `openssl` program, as a verifier that shares no code with ours.
enum OpenSSLTool {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

    /// Whether a SHA-256 signature, for ECDSA in DER, belongs to the message and the public key in PEM.
    static func verifies(signature: [UInt8], message: [UInt8], publicKey: String) async throws -> Bool {
        let directory = try TemporaryDirectory()
        for (name, bytes) in [("key", Array(publicKey.utf8)), ("signature", signature), ("message", message)] {
            try Data(bytes).write(to: URL(fileURLWithPath: directory.file(name)))
        }
        let process = try ChildProcess([
            path, "dgst", "-sha256", "-verify", directory.file("key"), "-signature", directory.file("signature"),
            directory.file("message"),
        ])
        return try await process.end() == .exited(0)
    }

    /// The DER of an ECDSA signature that is given as r and s, 32 bytes each.
    static func der(_ signature: [UInt8]) -> [UInt8] {
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        let content = integer(signature.prefix(32)) + integer(signature.dropFirst(32))
        return [0x30, UInt8(content.count)] + content
    }

    private static let path = "/usr/bin/openssl"
}
