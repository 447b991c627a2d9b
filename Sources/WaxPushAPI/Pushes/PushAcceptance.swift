// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxFields
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// Decides whether a push is accepted: its app and devices exist, and it fits for each kind of device that it would reach now.
struct PushAcceptance {
    let request: PushRequest
    let owner: Owner
    let vault: Vault
    let priceCents: Int64
    let hasFallbackGateway: Bool

    /// The push to store.
    func accept(_ sql: any SQLConnection, id: ULID) throws -> NewPush {
        guard let appID = request.appID, let app = try PushAppTable(sql, vault).find(appID, owner: owner) else {
            throw APIError.notFound(field: "app_id")
        }
        let target = try target(in: app, sql)
        let audience = try DeviceTable(sql, vault).audience(of: target, app: app.seq)
        try check(audience, app)
        if request.fallback != nil, owner.mode == .live, !hasFallbackGateway {
            throw APIError(.providerNotConfigured) { _ in ["field": "fallback"] }
        }
        return NewPush(
            id: id, owner: owner, app: app.seq, target: target, content: request.content,
            priority: request.options.priority, ttlSeconds: Int64(request.options.ttlSeconds),
            scheduledAt: request.scheduledAt,
            deviceCount: audience.eligible(requiringEncryption: app.settings.requireEncryption),
            requiresEncryption: app.settings.requireEncryption, priceCents: owner.mode == .live ? priceCents : 0,
            fallback: request.fallback)
    }

    private func target(in app: PushApp, _ sql: any SQLConnection) throws -> PushTarget {
        switch request.target {
        case .all: return .all
        case .users(let users): return .users(users)
        case .devices(let field, let ids):
            let devices = DeviceTable(sql, vault)
            return .devices(
                try ids.enumerated().map { index, id in
                    guard let id, try devices.contains(id, app: app.seq) else {
                        throw APIError.notFound(field: field == "device_id" ? field : "\(field)[\(index)]")
                    }
                    return id
                })
        }
    }

    private func check(_ audience: Audience, _ app: PushApp) throws {
        let payloads = PushPayloads(content: request.content, options: request.options, app: app.settings)
        let reachesPlainAndroid =
            !app.settings.requireEncryption
            && audience.devices[Audience.Kind(platform: .android, hasKey: false), default: 0] > 0
        if reachesPlainAndroid, !payloads.reservedDataKeys.isEmpty {
            throw APIError(
                payloads.reservedDataKeys.map { FieldProblem("data.\($0)", .notAllowed(Self.reservedRule)) })
        }
        var worst: PayloadOverflow?
        for platform in Platform.allCases {
            for isEncrypted in [true, false] {
                let kind = Audience.Kind(platform: platform, hasKey: isEncrypted)
                guard audience.devices[kind, default: 0] > 0, isEncrypted || !app.settings.requireEncryption,
                    let overflow = payloads.overflow(platform, encrypted: isEncrypted)
                else { continue }
                if overflow.cutBytes > worst?.cutBytes ?? 0 { worst = overflow }
            }
        }
        guard let worst else { return }
        throw APIError(.payloadTooLarge) { _ in
            [
                "limit_bytes": .number(.init(worst.limitBytes)), "size_bytes": .number(.init(worst.sizeBytes)),
                "cut_bytes": .number(.init(worst.cutBytes)), "platform": .string(worst.platform.rawValue),
                "encrypted": .bool(worst.isEncrypted),
            ]
        }
    }

    private static let reservedRule = LocalizedText(
        "is reserved by FCM and cannot be sent to a device without a key",
        "est réservé par FCM et ne peut pas être envoyé à un appareil sans clé")
}
