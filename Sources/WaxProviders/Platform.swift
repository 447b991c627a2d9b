// SPDX-License-Identifier: Apache-2.0

/// What kind of device a push token belongs to; the raw value is the API's.
package enum Platform: String, Sendable, CaseIterable {
    case ios, android, web

    /// Who carries pushes to devices of this kind.
    package var provider: Provider {
        switch self {
        case .ios: .apns
        case .android: .fcm
        case .web: .webPush
        }
    }
}
