// SPDX-License-Identifier: Apache-2.0

/// The records can't be read or written now; they may be intact, so the answer is to try later.
public struct KeyStoreError: Error, Hashable, Sendable {
    /// What the system said: an `errno`, or the status of a keychain call.
    public let code: Int32

    /// Takes the system's code.
    public init(code: Int32) {
        self.code = code
    }
}

extension KeyStoreError: CustomStringConvertible {
    /// One line in plain English.
    public var description: String { "the key store cannot be used now (code \(code))" }
}
