// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
package import WaxProviders
package import WaxRecords
import WaxStore
package import WaxSystem

extension TestStore {
    /// The API key with this text, unless it was revoked.
    package func key(_ secret: APIKeySecret) throws -> APIKey? {
        try read { try APIKeyTable($0, $1).find(lookup: $1.apiKeys.digest(of: secret.text)) }
    }

    /// The account with this name, in one mode.
    package func owner(_ name: String = "default", _ mode: Mode = .live) throws -> Owner {
        let now = now
        return try write { sql, vault in
            Owner(account: try APIKeyTable(sql, vault).account(named: name, now: now), mode: mode)
        }
    }

    /// Adds a push app; without `settings` it is called "Test".
    package func addApp(
        owner: Owner, _ settings: PushAppSettings = PushAppSettings(name: "Test"),
        _ credentials: PushAppCredentials = PushAppCredentials()
    ) throws -> PushApp {
        let (id, now) = (newID(), now)
        return try write { sql, vault in
            let apps = PushAppTable(sql, vault)
            try apps.insert(settings, credentials, id: id, owner: owner, now: now)
            guard let app = try apps.find(id, owner: owner) else { throw RecordError.vanished("push_apps") }
            return app
        }
    }

    /// Changes a push app's settings and keeps its credentials.
    package func change(_ app: PushApp, _ settings: PushAppSettings) throws {
        let now = now
        try write { sql, vault in
            let apps = PushAppTable(sql, vault)
            try apps.update(app, to: settings, PushAppTable.credentials(of: app, vault), now: now)
        }
    }

    /// Registers a device.
    @discardableResult
    package func register(_ registration: DeviceRegistration) throws -> Device {
        let (id, now) = (newID(), now)
        return try write { sql, vault in
            try DeviceTable(sql, vault).register(registration, newID: id, now: now).device
        }
    }

    /// Registers a device of `app`; of a browser `token` is the last part of its endpoint's path.
    @discardableResult
    package func addDevice(
        _ app: PushApp, _ token: String, _ platform: Platform = .ios, user: String? = nil, key: HKPublicKey? = nil
    ) throws -> Device {
        guard platform != .web else { return try addBrowser(app, TestBrowser(token), user: user, key: key) }
        return try register(
            DeviceRegistration(
                app: app.seq, platform: platform, token: token, userID: user.map { .set($0) } ?? .keep,
                key: key.map { .set($0) } ?? .keep))
    }

    /// Registers a browser.
    @discardableResult
    package func addBrowser(
        _ app: PushApp, _ browser: TestBrowser, user: String? = nil, key: HKPublicKey? = nil
    ) throws -> Device {
        try register(
            DeviceRegistration(
                app: app.seq, subscription: browser.subscription, userID: user.map { .set($0) } ?? .keep,
                key: key.map { .set($0) } ?? .keep))
    }

    /// Registers many devices of `app` in one write.
    package func addDevices(_ app: PushApp, _ registrations: [DeviceRegistration]) throws {
        let (now, ids) = (now, registrations.map { _ in newID() })
        try write { sql, vault in
            let devices = DeviceTable(sql, vault)
            for (registration, id) in zip(registrations, ids) {
                _ = try devices.register(registration, newID: id, now: now)
            }
        }
    }

    /// The device as it is now; nil when it was deleted.
    package func device(_ seq: Int64) throws -> Device? {
        try read { try DeviceTable($0, $1).find(seq: seq) }
    }

    /// Stores a push.
    @discardableResult
    package func addPush(
        _ app: PushApp, to target: PushTarget = .all, _ content: PushContent = SeedVector.content,
        options: DeliveryOptions = DeliveryOptions(), at scheduledAt: Timestamp? = nil
    ) throws -> Push {
        let (id, now) = (newID(), now)
        return try write { sql, vault in
            let pushes = PushTable(sql, vault)
            try pushes.insert(
                NewPush(
                    id: id, owner: app.owner, app: app.seq, target: target,
                    content: StoredContent(content: content, collapseKey: options.collapseKey),
                    priority: options.priority, ttlSeconds: Int64(options.ttlSeconds), scheduledAt: scheduledAt,
                    deviceCount: 0), now: now)
            guard let push = try pushes.find(id, owner: app.owner) else { throw RecordError.vanished("pushes") }
            return push
        }
    }

    /// The push as it is now.
    package func push(_ seq: Int64) throws -> Push {
        guard let push = try read({ try PushTable($0, $1).find(seq: seq) }) else {
            throw RecordError.vanished("pushes")
        }
        return push
    }

    /// All deliveries of a push, oldest first.
    package func deliveries(_ push: Push) throws -> [Delivery] {
        try read {
            try DeliveryTable($0, $1).list(push: push.seq, state: nil, errorCode: nil, before: nil, limit: 1_000_000)
        }.reversed()
    }
}
