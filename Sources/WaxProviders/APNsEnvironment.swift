// SPDX-License-Identifier: Apache-2.0

/// Which of Apple's two services a device token was made for; the raw value is the API's.
package enum APNsEnvironment: String, Sendable, CaseIterable {
    case production, sandbox
}
