// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Text in and out of OpenSSL's memory BIOs.
enum PEMText {
    /// What `write` put into the BIO; empty when it failed.
    static func written(by write: (OpaquePointer) -> Int32) -> String {
        // The secure method wipes its memory when it is freed: the text may be a private key.
        guard let bio = BIO_new(BIO_s_secmem()) else { return "" }
        defer { BIO_free(bio) }
        guard write(bio) == 1 else { return "" }
        var contents: UnsafePointer<CChar>?
        let count = waxtls_bio_contents(bio, &contents)
        guard let contents, count > 0 else { return "" }
        return contents.withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    /// Runs `body` with a BIO over `text`, which must not outlive it.
    static func reading<Result>(_ text: String, _ body: (OpaquePointer?) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
            defer { BIO_free(bio) }
            return body(bio)
        }
    }
}
