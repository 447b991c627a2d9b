// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxObjects
import WaxProviders
import WaxRecords
import WaxStore

/// Writes the objects that events are about. No object has content, a whole token, a key or a credential in it.
struct EventRenderer {
    private let sql: any SQLConnection
    private let vault: Vault
    /// The pushes of deliveries, each read once.
    private var pushes: [Int64: Push] = [:]

    init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// The push as it now is.
    func push(_ seq: Int64) throws -> String {
        guard let push = try PushTable(sql, vault).find(seq: seq) else { throw RecordError.vanished("pushes") }
        return Self.text(PushObject.json(push))
    }

    /// The device as it now is.
    func device(_ seq: Int64) throws -> String {
        let devices = DeviceTable(sql, vault)
        guard let device = try devices.find(seq: seq) else { throw RecordError.vanished("devices") }
        guard let app = try PushAppTable(sql, vault).find(seq: device.app) else {
            throw RecordError.vanished("push_apps")
        }
        return Self.text(
            DeviceObject.json(device, app: app.id, mode: app.owner.mode, token: try? devices.token(of: device)))
    }

    /// The app as it now is, and beside its members what is wrong.
    func app(_ seq: Int64, _ alert: AppAlert, from provider: Provider) throws -> String {
        guard let app = try PushAppTable(sql, vault).find(seq: seq) else { throw RecordError.vanished("push_apps") }
        var object = AppObject.json(app, PushAppTable.credentials(of: app, vault))
        object["provider_error"] = ["provider": .string(provider.rawValue), "code": .string(alert.rawValue)]
        return Self.text(object)
    }

    /// The object of a queued event; nil when it was a delivery that is gone.
    mutating func data(of event: WebhookEvent) throws -> String? {
        if let data = event.data { return data }
        guard let n = event.subject.delivery else { return nil }
        let seq = event.subject.record
        if pushes[seq] == nil { pushes[seq] = try PushTable(sql, vault).find(seq: seq) }
        guard let push = pushes[seq], let delivery = try DeliveryTable(sql, vault).find(push: seq, n: n) else {
            return nil
        }
        return Self.text(DeliveryObject.json(delivery, of: push))
    }

    private static func text(_ object: JSONObject) -> String {
        String(decoding: JSONValue.object(object).compact, as: UTF8.self)
    }
}
