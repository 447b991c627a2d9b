// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// What somebody finds who has the database's files and nothing else.
@Suite struct AtRestTests {
    private static let token = "feedc0ffeefeedc0ffeefeedc0ffee0123456789abcdef"
    private static let browser = TestBrowser("secret-endpoint-5ea1")
    private static let collapseKey = "collapse-by-this-word"
    private static let idempotencyKey = "an-idempotency-key-9f2d"
    private static let title = "Tulips at midnight"
    private static let body = "The password is swordfish"
    private static let data = "confidential-order-4711"
    private static let requestBody = #"{"title":"Tulips at midnight"}"#

    @Test func nothingProtectedStandsInTheFiles() throws {
        let store = try TestStore()
        let secret = APIKeySecret(mode: .live, random: SystemRandom())
        let credentials = PushAppCredentials(
            apns: TestKeys.apns(), fcm: try TestKeys.fcm(), webPush: TestKeys.vapid())
        try fill(store, secret, credentials)
        let files = try bytes(of: store)
        // What may be read stands there, so these are the right files.
        #expect(files.contains(text: "anna@example.com"))
        var protected = [Self.token, Self.collapseKey, Self.idempotencyKey, Self.title, Self.body, Self.data]
        protected += [secret.text, String(secret.text.dropFirst(12)), Self.requestBody]
        let browser = Self.browser.subscription
        protected += [browser.endpoint.text, browser.publicKey.text, Base64URL.encode(browser.auth)]
        let pems = [
            TestKeys.p8, try #require(credentials.fcm).privateKey.pemRepresentation,
            TestKeys.vapid().privateKey.pemRepresentation,
        ]
        for pem in pems { protected += pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.map { String($0) } }
        for text in protected {
            #expect(!files.contains(text: text), "\(text.prefix(4))…")
            let digest = [UInt8](SHA256.hash(data: Array(text.utf8)))
            #expect(!files.contains(digest))
            #expect(!files.contains(text: digest.map { $0.hexadecimal }.joined()))
            #expect(!files.contains(text: Base64URL.encode(digest)))
        }
        #expect(!files.contains(text: "BEGIN PRIVATE KEY"))
    }

    @Test func thePurgedContentLeavesNoProtectedCopyEither() throws {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        let push = try store.addPush(app, PushContent(body: Self.body))
        let protected = try #require(try store.read { try PushTable($0, $1).protectedContent(of: push) })
        #expect(try bytes(of: store).contains(protected))
        let (now, until) = (store.now, store.now + .seconds(60))
        try store.write { sql, vault in
            let pushes = PushTable(sql, vault)
            for claim in try pushes.claim(limit: 1, leaseUntil: until, now: now) {
                try pushes.finish(claim, as: .failed, errorCode: "NO_DEVICES", now: now)
            }
            sql.truncateLogAfterCommit()
        }
        store.close()
        #expect(try !bytes(of: store).contains(protected))
    }

    private func fill(_ store: TestStore, _ secret: APIKeySecret, _ credentials: PushAppCredentials) throws {
        let owner = try store.owner()
        let (id, now) = (store.newID(), store.now)
        try store.write { sql, vault in
            try APIKeyTable(sql, vault).insert(
                secret, id: id, account: owner.account, label: nil, permissions: .full, now: now)
        }
        let app = try store.addApp(owner: owner, PushAppSettings(name: "Test"), credentials)
        try store.addDevice(app, Self.token, user: "anna@example.com", key: DeviceKeys().publicKey)
        try store.addBrowser(app, Self.browser, user: "anna@example.com")
        let push = try store.addPush(
            app, PushContent(title: Self.title, body: Self.body, data: ["order": .string(Self.data)]),
            options: DeliveryOptions(collapseKey: Self.collapseKey))
        let shown = Array((Self.requestBody + Self.token).utf8)
        let protected = try TestRequestTable.protect(shown, delivery: push.deliveryID(0), store.vault)
        try store.write { sql, vault in
            try TestRequestTable(sql, vault).put(protected, push: push.seq, n: 0, expiresAt: now)
            try IdempotencyTable(sql, vault).insert(
                IdempotencyTable.Scope(owner: owner, route: "POST /v1/push", key: Self.idempotencyKey),
                body: Array(Self.requestBody.utf8), status: 202, answer: Array(Self.requestBody.utf8), expiresAt: now)
        }
    }

    /// The database and its log, as they lie on the disk.
    private func bytes(of store: TestStore) throws -> Data {
        var bytes = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: store.directory.path).sorted() {
            bytes += try Data(contentsOf: URL(fileURLWithPath: store.directory.file(name)))
        }
        return bytes
    }
}

extension Data {
    fileprivate func contains(text: String) -> Bool { range(of: Data(text.utf8)) != nil }
    fileprivate func contains(_ bytes: [UInt8]) -> Bool { range(of: Data(bytes)) != nil }
}

extension UInt8 {
    fileprivate var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
