// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What is common to the system calls made here.
enum SystemCall {
    /// The operating system's text for an errno.
    static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The error for the call that has just returned -1.
    static func failure(_ call: String) -> TransportError { .system(call: call, code: errno) }
}
