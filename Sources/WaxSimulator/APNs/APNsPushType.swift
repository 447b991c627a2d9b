// SPDX-License-Identifier: Apache-2.0

/// The kinds of push that Apple documents (sending-notification-requests-to-apns, `apns-push-type`).
enum APNsPushType: String, CaseIterable {
    case alert, background, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets, controls

    /// What the topic has after the bundle id.
    var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        }
    }

    /// The longest payload, in bytes.
    var payloadLimit: Int { self == .voip ? 5120 : 4096 }
}
