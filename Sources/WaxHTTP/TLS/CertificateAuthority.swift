// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import Glibc
package import WaxSystem

/// A certificate authority made at run time, for a simulator or a test: P-256 keys, X.509 version 3.
package final class CertificateAuthority: Sendable {
    private let identity: TLSIdentity
    private let time: any TimeSource
    private let random: any RandomSource

    /// Makes a root that is valid from an hour ago for ten years.
    package init(
        name: String, time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(TransportError) {
        self.time = time
        self.random = random
        let key = try Self.makeKey()
        do throws(TransportError) {
            let draft = try CertificateDraft(
                subject: name, key: key, serial: random.bytes(16), from: time.now() - .seconds(3600),
                to: time.now() + .seconds(3650 * 86_400))
            try draft.add(NID_basic_constraints, "critical,CA:TRUE")
            try draft.add(NID_key_usage, "critical,keyCertSign,cRLSign")
            try draft.add(NID_subject_key_identifier, "hash")
            identity = TLSIdentity(adopting: [try draft.sign(with: key)], key: key)
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
    }

    /// The root: what a client must trust.
    package var certificatePEM: String { identity.certificatePEM }

    /// A server certificate for `names`, DNS names and IP addresses, valid from an hour ago for `lifetime`.
    package func issue(
        for names: [String], lifetime: Duration = .seconds(365 * 86_400)
    ) throws(TransportError) -> TLSIdentity {
        let alternatives = try Self.subjectAlternativeNames(names)
        let key = try Self.makeKey()
        do throws(TransportError) {
            let certificate = try identity.withLeafAndKey { issuer, issuerKey throws(TransportError) in
                let draft = try CertificateDraft(
                    subject: names[0], key: key, serial: random.bytes(16), from: time.now() - .seconds(3600),
                    to: time.now() + lifetime, issuer: issuer)
                try draft.add(NID_basic_constraints, "critical,CA:FALSE")
                try draft.add(NID_key_usage, "critical,digitalSignature")
                try draft.add(NID_ext_key_usage, "serverAuth")
                try draft.add(NID_subject_key_identifier, "hash")
                try draft.add(NID_authority_key_identifier, "keyid:always")
                try draft.add(NID_subject_alt_name, alternatives)
                return try draft.sign(with: issuerKey)
            }
            return TLSIdentity(adopting: [certificate], key: key)
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
    }

    private static func makeKey() throws(TransportError) -> OpaquePointer {
        guard let key = waxtls_p256_key() else { throw .certificate(OpenSSLFailure.take("no key could be made")) }
        return key
    }

    /// The value of the extension in OpenSSL's configuration syntax, where a comma in a name would start another.
    private static func subjectAlternativeNames(_ names: [String]) throws(TransportError) -> String {
        guard !names.isEmpty else { throw .certificate("a certificate needs a name") }
        var values: [String] = []
        for name in names {
            if SocketAddress.isNumeric(name) {
                values.append("IP:\(name)")
            } else if !name.isEmpty && name.utf8.allSatisfy(isHostNameByte) {
                values.append("DNS:\(name)")
            } else {
                throw .certificate("'\(name)' is neither a DNS name nor an IP address")
            }
        }
        return values.joined(separator: ",")
    }

    private static func isHostNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "*"):
            true
        default: false
        }
    }
}
