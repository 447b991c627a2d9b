// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxCrypto
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem

/// The push API without a socket, over a database of its own, at a time that tests move.
struct AccessHarness {
    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: JSONValue

        subscript(_ name: String) -> JSONValue? { body[name] }
        func string(_ name: String) -> String? { body[name]?.stringValue }
        var code: String? { string("code") }
        /// The permission that a refusal names.
        var required: String? { body["details"]?["required"]?.stringValue }
        var elements: [JSONValue] { body["data"]?.arrayValue ?? [] }
    }

    let directory: TemporaryDirectory
    let database: Database
    let vault: Vault
    let time: ManualTime
    let usage = KeyUsage()
    let api: PushAPI

    init(limits: RateLimits = .unlimited) throws {
        try self.init(directory: TemporaryDirectory(), time: ManualTime(), limits: limits)
    }

    private init(directory: TemporaryDirectory, time: ManualTime, limits: RateLimits) throws {
        self.directory = directory
        self.time = time
        let masterKey = try MasterKey([1: SymmetricKey(data: [UInt8](repeating: 7, count: 32))])
        database = try Database.open(path: directory.file("waxwing.db"), migrations: Schema.migrations)
        vault = Vault(
            masterKey: masterKey, cipher: RestCipher(masterKey, ledger: try KeyLedger(database, masterKey)))
        api = PushAPI(
            PushService(
                database: database, vault: vault, tokenHosts: [], time: time, log: .silent, rateLimits: limits,
                usage: usage, wakeEngine: {}))
    }

    /// Another process on the same database, in effect: it shares nothing but the file and the clock.
    func anotherProcess() throws -> AccessHarness {
        try AccessHarness(directory: directory, time: time, limits: .unlimited)
    }

    /// Makes a key, as the operator would.
    func makeKey(
        _ permissions: Permissions = .full, mode: Mode = .test, account: String = "default"
    ) async throws -> String {
        let secret = APIKeySecret(mode: mode, random: SystemRandom())
        let (vault, now, id) = (vault, time.now(), ULID(time: time.now(), random: SystemRandom()))
        try await database.write { sql in
            let keys = APIKeyTable(sql, vault)
            try keys.insert(
                secret, id: id, account: try keys.account(named: account, now: now), label: nil,
                permissions: permissions, now: now)
        }
        return secret.text
    }

    /// Makes a key that has just these permissions, such as `push:r push_devices:rw`.
    func makeKey(granting text: String) async throws -> String {
        try await makeKey(try Self.permissions(text))
    }

    /// The id of a key that was made.
    func id(ofKey text: String) throws -> String {
        guard let secret = APIKeySecret(text),
            let key = try database.read({
                try APIKeyTable($0, vault).find(lookup: vault.apiKeys.digest(of: secret.text))
            })
        else { throw TestFailure("no such key") }
        return PublicID(.apiKey, key.id).text
    }

    func call(
        _ method: String, _ target: String, key: String? = nil, _ body: JSONValue? = nil,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        var fields = headers
        if let key { fields.append(("Authorization", "Bearer \(key)")) }
        if body != nil { fields.append(("Content-Type", "application/json")) }
        return try await send(method, target, headers: fields, body: body?.compact ?? [])
    }

    /// Posts a form to the token endpoint.
    func token(_ form: String, headers: [(String, String)] = []) async throws -> Answer {
        try await send(
            "POST", "/v1/oauth/token", headers: headers + [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(form.utf8))
    }

    private func send(
        _ method: String, _ target: String, headers: [(String, String)], body: [UInt8]
    ) async throws -> Answer {
        guard let head = HTTPRequestHead(method: method, target: target, headers: HTTPHeaders(headers)) else {
            throw TestFailure("\(target) is no target")
        }
        let response = await api.respond(to: HTTPRequest(head: head, body: body))
        let isJSON = response.headers["content-type"] == "application/json"
        return Answer(
            status: response.status, headers: response.headers,
            body: isJSON ? try JSONReader.parse(response.body) : .null)
    }

    static func permissions(_ text: String) throws -> Permissions {
        var map = JSONObject()
        for item in text.split(separator: " ") {
            let parts = item.split(separator: ":")
            map[String(parts[0])] = .string(String(parts[1]))
        }
        guard let permissions = Permissions(json: map, defaultDeny: true) else { throw TestFailure("\(text)?") }
        return permissions
    }
}
