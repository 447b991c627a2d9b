// SPDX-License-Identifier: Apache-2.0

extension FCMMessage {
    static let members = [
        "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "token",
    ]

    static let androidMembers = [
        "collapse_key", "priority", "ttl", "restricted_package_name", "data", "notification", "fcm_options",
        "direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok",
    ]

    static let notificationMembers = [
        "title", "body", "icon", "color", "sound", "tag", "click_action", "body_loc_key", "body_loc_args",
        "title_loc_key", "title_loc_args", "channel_id", "ticker", "sticky", "event_time", "local_only",
        "notification_priority", "default_sound", "default_vibrate_timings", "default_light_settings",
        "vibrate_timings", "visibility", "notification_count", "light_settings", "image", "proxy",
    ]
}
