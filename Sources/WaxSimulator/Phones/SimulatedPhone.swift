// SPDX-License-Identifier: Apache-2.0
public import HonkioPush
public import WaxEnvelope
import WaxSystem

/// A phone with one app on it: it has a push token and a key pair, opens what arrives, and remembers what it showed.
///
///     let phone = try simulator.newPhone(for: .ios(bundleID: "com.example.app"))
///     register(token: phone.token, encryptionPublicKey: phone.encryptionPublicKey().publicKey)
///     // a push is sent
///     let shown = await phone.shown(atLeast: 1, within: .seconds(10))
///
/// It does what the two client packages do: `PushKeychain` over a file store holds its keys.
public final class SimulatedPhone: Sendable {
    /// The app that is on it.
    public let app: SimulatedApp
    /// Its push token; of a browser the last part of its endpoint's path.
    public let token: String
    private let browser: Browser?
    private let store: LockableKeyStore
    private let keychain: PushKeychain
    private let state = Watched(State())

    /// What a browser has besides.
    struct Browser: Sendable {
        let keys: BrowserKeys
        let subscription: SimulatedSubscription
    }

    private struct State {
        var notificationKeys: [PW1Key] = []
        var centre = NotificationCentre()
        var received: [ReceivedPush] = []
    }

    init(app: SimulatedApp, token: String, browser: Browser?, keyDirectory: String) {
        self.app = app
        self.token = token
        self.browser = browser
        store = LockableKeyStore(files: FileKeyStore(directory: keyDirectory))
        keychain = PushKeychain(store: store)
    }

    /// A browser's subscription; nil on a phone.
    public var subscription: SimulatedSubscription? { browser?.subscription }

    /// The phone's public key, made the first time: what its app sends to its backend together with the token.
    public func encryptionPublicKey() throws(HonkioPushError) -> EncryptionPublicKey {
        try keychain.encryptionPublicKey()
    }

    /// Whether the phone has restarted and not been unlocked since: its keys cannot be read, and what arrives shows the
    /// placeholder.
    public var isLocked: Bool {
        get { store.isLocked.withLock { $0 } }
        set { store.isLocked.withLock { $0 = newValue } }
    }

    /// Gives the phone a key of the person's own: from now on it shows the text of notifications that were sealed with it.
    public func addNotificationKey(_ key: PW1Key) {
        state.update { $0.notificationKeys.append(key) }
    }

    /// Makes a new key; pushes to the key before it still open.
    public func rotateEncryptionKey() throws(HonkioPushError) -> EncryptionPublicKey {
        try keychain.rotateEncryptionKey()
    }
}

extension SimulatedPhone {
    /// The notifications that stand on the phone, oldest first.
    public var present: [ShownNotification] { state.read { $0.centre.present } }

    /// Everything that the phone ever showed, replaced notifications included, oldest first.
    public var shown: [ShownNotification] { state.read { $0.centre.history } }

    /// Every push that arrived, as its provider was given it, oldest first.
    public var received: [ReceivedPush] { state.read { $0.received } }

    /// Waits until the phone has shown so many notifications, and returns them all; nil once `limit` has passed.
    public func shown(atLeast count: Int, within limit: Duration) async -> [ShownNotification]? {
        await state.first(within: limit) { $0.centre.history.count >= count ? $0.centre.history : nil }
    }

    /// Waits until so many pushes have arrived, and returns them all; nil once `limit` has passed.
    public func received(atLeast count: Int, within limit: Duration) async -> [ReceivedPush]? {
        await state.first(within: limit) { $0.received.count >= count ? $0.received : nil }
    }

    /// How many pushes arrived with this `apns-collapse-id`.
    public func arrivals(collapseID: String) -> Int {
        received.count { $0.header("apns-collapse-id")?.hasSameBytes(as: collapseID) == true }
    }

    /// How many pushes arrived with this name of the provider's: the `apns-id`, or the `name` of an FCM message.
    public func arrivals(messageID: String) -> Int {
        received.count { $0.messageID?.hasSameBytes(as: messageID) == true }
    }

    /// Takes a push that the provider has accepted. `message` is what Google made of it.
    func receive(_ push: ReceivedPush, message: FCMMessage?) {
        let draft =
            if let message {
                NotificationDraft.android(message: message, keychain: keychain)
            } else if let browser {
                browser.keys.open(push.body).flatMap { NotificationDraft.web(data: $0, keychain: keychain) }
            } else {
                NotificationDraft.ios(
                    payload: push.body, collapseID: push.header("apns-collapse-id"), keychain: keychain)
            }
        state.update { state in
            state.received.append(push)
            guard var draft else { return }
            draft.openNotification(with: state.notificationKeys)
            state.centre.show(draft.shown(messageID: push.messageID ?? ""))
        }
    }
}
