// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import WaxSystem

/// A certificate while it is filled in. Source: RFC 5280.
final class CertificateDraft {
    private let certificate: OpaquePointer
    private let issuer: OpaquePointer

    /// Starts a certificate for `key`; without an `issuer` it will be its own.
    init(
        subject: String, key: OpaquePointer, serial: [UInt8], from start: Timestamp, to end: Timestamp,
        issuer: OpaquePointer? = nil
    ) throws(TransportError) {
        guard let certificate = X509_new() else { throw .certificate("out of memory") }
        self.certificate = certificate
        self.issuer = issuer ?? certificate
        let name = X509_get_subject_name(certificate)
        let version3 = 2
        // The first bit is cleared because a serial number is a positive INTEGER.
        let number = BN_bin2bn([serial[0] & 0x7F] + serial.dropFirst(), Int32(serial.count), nil)
        defer { BN_free(number) }
        guard X509_set_version(certificate, version3) == 1,
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil,
            ASN1_TIME_set(X509_getm_notBefore(certificate), Int(start.seconds)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), Int(end.seconds)) != nil,
            X509_NAME_add_entry_by_txt(name, "CN", Int32(0x1000), subject, -1, -1, 0) == 1,
            X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0) } ?? name) == 1,
            X509_set_pubkey(certificate, key) == 1
        else { throw .certificate(OpenSSLFailure.take("the certificate could not be made")) }
    }

    deinit { X509_free(certificate) }

    /// Adds the extension `nid` with a value in OpenSSL's configuration syntax.
    func add(_ nid: Int32, _ value: String) throws(TransportError) {
        guard let made = waxtls_extension(issuer, certificate, nid, value) else {
            throw .certificate(OpenSSLFailure.take("extension \(nid) could not be made"))
        }
        defer { X509_EXTENSION_free(made) }
        guard X509_add_ext(certificate, made, -1) == 1 else {
            throw .certificate(OpenSSLFailure.take("extension \(nid) could not be added"))
        }
    }

    /// The finished certificate, one reference of which is the caller's.
    func sign(with issuerKey: OpaquePointer) throws(TransportError) -> OpaquePointer {
        guard X509_sign(certificate, issuerKey, EVP_sha256()) > 0, X509_up_ref(certificate) == 1 else {
            throw .certificate(OpenSSLFailure.take("the certificate could not be signed"))
        }
        return certificate
    }
}
