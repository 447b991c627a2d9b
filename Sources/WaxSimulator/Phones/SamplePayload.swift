// SPDX-License-Identifier: Apache-2.0

/// What arrived at a device of a sample.
enum SamplePayload: Sendable {
    /// The payload that Apple was given.
    case ios([UInt8])
    /// What Google made of the message it was given.
    case android(FCMMessage)
}
