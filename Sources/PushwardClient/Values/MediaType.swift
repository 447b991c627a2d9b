// SPDX-License-Identifier: Apache-2.0

/// What is shown with a notification.
package enum MediaType: String, CaseIterable, Sendable {
    case image, video, audio
}
