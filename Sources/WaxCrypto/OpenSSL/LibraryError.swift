// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

extension CryptoKitError {
    /// The newest error that libcrypto left on this thread, with the thread's queue emptied.
    ///
    /// A leftover error would be taken for its own by the next TLS call on the thread.
    static func takingLibraryError() -> CryptoKitError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        return .underlyingCoreCryptoError(error: Int32(truncatingIfNeeded: code))
    }

    /// The given error, with this thread's queue of libcrypto errors emptied.
    static func clearingLibraryErrors(_ error: CryptoKitError) -> CryptoKitError {
        ERR_clear_error()
        return error
    }
}

/// Throws libcrypto's error unless the call returned 1.
func check(_ result: Int32) throws(CryptoKitError) {
    guard result == 1 else { throw .takingLibraryError() }
}

/// The object that a libcrypto constructor made; only lack of memory makes it fail.
func created(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer else { fatalError("libcrypto is out of memory") }
    return pointer
}

#endif
