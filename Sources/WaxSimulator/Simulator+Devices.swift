// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxSystem

extension Simulator {
    /// Makes a phone with an app on it, or a browser with a web app; its keys are kept in a folder of its own below `directory`
    /// until the simulator is closed.
    public func newPhone(for app: SimulatedApp) -> SimulatedPhone {
        let token = newToken(for: app)
        let phone = SimulatedPhone(
            app: app, token: token, browser: browser(for: app, token: token),
            keyDirectory: "\(phoneDirectory)/\(mint.hexadecimal(bytes: 8))")
        add(RegisteredDevice(app: app, owner: .phone(phone)), token: token)
        return phone
    }

    /// The phone with this token; nil when `newPhone` made none.
    public func phone(token: String) -> SimulatedPhone? {
        core.world.read { world in
            guard case .phone(let phone) = world.registry.device(token)?.owner else { return nil }
            return phone
        }
    }

    /// Makes a device that takes pushes and shows nothing, and returns its token.
    public func newDevice(for app: SimulatedApp) -> String {
        let token = newToken(for: app)
        add(RegisteredDevice(app: app, owner: .none), token: token)
        return token
    }

    /// Makes many devices that count what arrives.
    ///
    /// - Parameters:
    ///   - keyCount: the number of key pairs that they share, device i having the pair i modulo this; 0 for none.
    ///   - sampleInterval: one in so many devices keeps what arrives, for `openSamples`.
    public func newDevices(
        _ count: Int, for app: SimulatedApp, keyCount: Int = 0, sampleInterval: Int = 1000
    ) -> BulkDevices {
        if case .web = app { preconditionFailure("browsers are made one at a time") }
        precondition((1...Int(UInt32.max)).contains(count), "the number of devices must be from 1 to 2^32 - 1")
        let devices = BulkDevices(
            app: app, count: count, keyCount: keyCount, sampleInterval: sampleInterval, mint: mint)
        core.world.update { world in
            world.registry.note(app)
            world.registry.add(devices)
        }
        return devices
    }

    /// Removes the app from a device: from now on its provider answers that the token is no longer registered.
    ///
    /// Returns whether there is a device with this token.
    @discardableResult
    public func removeApp(fromDevice token: String) -> Bool {
        let now = core.now()
        return core.world.update { $0.registry.setDeath(of: token, at: now) }
    }

    /// Takes `removeApp` back: the token is good again.
    @discardableResult
    public func restoreApp(onDevice token: String) -> Bool {
        core.world.update { $0.registry.setDeath(of: token, at: nil) }
    }

    private func add(_ device: RegisteredDevice, token: String) {
        core.world.update { world in
            world.registry.note(device.app)
            world.registry.add(device, token: token)
        }
    }

    private func browser(for app: SimulatedApp, token: String) -> SimulatedPhone.Browser? {
        guard case .web = app else { return nil }
        let keys = BrowserKeys(privateKey: P256.KeyAgreement.PrivateKey(), auth: mint.random.bytes(16))
        let subscription = SimulatedSubscription(
            endpoint: url(of: .webPush) + WebPushRules.path(token: token),
            p256dh: Base64URL.encode(keys.publicKey), auth: Base64URL.encode(keys.auth))
        return SimulatedPhone.Browser(keys: keys, subscription: subscription)
    }

    private func newToken(for app: SimulatedApp) -> String {
        switch app {
        case .ios: mint.hexadecimal(bytes: max(32, configuration.apnsTokenBytes))
        case .android: mint.base64URL(bytes: 16) + mint.registrationSuffix()
        case .web: mint.base64URL(bytes: 32)
        }
    }
}
