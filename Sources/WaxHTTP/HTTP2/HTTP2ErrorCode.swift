// SPDX-License-Identifier: Apache-2.0

/// The error codes of RFC 9113, section 7, that are used here.
package enum HTTP2ErrorCode {
    package static let noError: UInt32 = 0x0
    package static let protocolError: UInt32 = 0x1
    package static let internalError: UInt32 = 0x2
    package static let refusedStream: UInt32 = 0x7
    package static let cancel: UInt32 = 0x8
    package static let enhanceYourCalm: UInt32 = 0xb
}
