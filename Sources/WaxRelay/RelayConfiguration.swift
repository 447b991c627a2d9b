// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxEnvelope
package import WaxHTTP
import WaxJSON
import WaxProviders

/// What the configuration file of a relay says: its apps with their credentials, its gateways, its limits.
package struct RelayConfiguration: Sendable {
    /// The apps by the names that tokens call them.
    private(set) var apps: [String: RelayApp] = [:]
    /// Hashes (SHA-256) of the credentials of gateways, which no connection limit holds.
    private(set) var gateways: [[UInt8]] = []
    /// The hash of the credential that shows the counts, which no gateway's does; nil for none.
    private(set) var metrics: [UInt8]?
    /// Proxies whose `X-Forwarded-For` is believed.
    package private(set) var trustedProxies: [IPNetwork] = []
    package private(set) var limits = RelayLimits()

    /// Reads a file that only its owner may read, since it holds credentials.
    package init(file path: String) throws(RelayError) {
        guard let text = try PrivateFile.read(path) else { throw RelayError("\(path) is missing") }
        try self.init(
            text,
            directory: path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
    }

    /// Reads the text; files that it names lie beside it.
    init(_ text: [UInt8], directory: String = "") throws(RelayError) {
        guard let object = (try? JSONReader.parse(text))?.objectValue else {
            throw RelayError("the configuration is no JSON object")
        }
        var services: PushServices?
        for (name, value) in object {
            switch name {
            case "apps": try readApps(value, directory)
            case "gateways":
                gateways = try Self.list(value, name, "the SHA-256 of a credential in hexadecimal", Self.hash)
            case "metrics":
                guard let hash = value.stringValue.flatMap(Self.hash) else {
                    throw RelayError("metrics must be the SHA-256 of a credential in hexadecimal")
                }
                metrics = hash
            case "push_services":
                services = PushServices(
                    try Self.list(value, name, "hosts such as push.example or *.push.example", PushServices.Host.init))
            case "trusted_proxies":
                trustedProxies = try Self.list(value, name, "addresses such as 10.0.0.0/8") { IPNetwork($0) }
            case "limits":
                guard let limits = value.objectValue else { throw RelayError("limits must be an object") }
                self.limits = try RelayLimits(limits)
            default: throw RelayError("the configuration has an unknown member \(name)")
            }
        }
        if let services { limits.pushServices = services }
        guard metrics.map(gateways.contains) != true else {
            throw RelayError("metrics must be another credential than a gateway's")
        }
    }

    private mutating func readApps(_ value: JSONValue, _ directory: String) throws(RelayError) {
        guard let apps = value.objectValue else { throw RelayError("apps must be an object") }
        for (name, value) in apps {
            guard (1...SealedTokenContent.maximumAppLength).contains(name.utf8.count), let members = value.objectValue
            else { throw RelayError("an app has a name of 1 to 64 bytes and is an object") }
            var app = RelayApp()
            for (member, value) in members {
                let place = "\(name).\(member)"
                switch member {
                case "apns": app.apns = try Self.credential(value, place, directory, APNsCredential.init(configured:))
                case "fcm": app.fcm = try Self.credential(value, place, directory, FCMCredential.init(configured:))
                case "web_push":
                    app.webPush = try Self.credential(value, place, directory, VAPIDCredential.init(configured:))
                case "alert_text":
                    guard let text = value.stringValue, (1...200).contains(text.utf8.count) else {
                        throw RelayError("\(place) must be a text of 1 to 200 bytes")
                    }
                    app.alertText = text
                default: throw RelayError("the configuration has an unknown member \(place)")
                }
            }
            self.apps[name] = app
        }
    }

    /// A credential as an object, or as the name of a file that holds one; a private key may be a file's name too.
    private static func credential<Credential>(
        _ value: JSONValue, _ place: String, _ directory: String,
        _ read: (JSONObject) throws(CredentialProblems) -> Credential
    ) throws(RelayError) -> Credential {
        var object: JSONObject
        if let file = value.stringValue {
            let text = try text(of: file, place, directory)
            guard let content = (try? JSONReader.parse(text))?.objectValue else {
                throw RelayError("the file that \(place) names holds no JSON object")
            }
            object = content
        } else if let content = value.objectValue {
            object = content
        } else {
            throw RelayError("\(place) must be an object, or the name of a file")
        }
        for name in ["private_key", "sandbox_private_key"] {
            guard let file = object["\(name)_file"]?.stringValue else { continue }
            let text = try text(of: file, "\(place).\(name)_file", directory)
            object["\(name)_file"] = nil
            object[name] = .string(String(decoding: text, as: UTF8.self))
        }
        do throws(CredentialProblems) {
            return try read(object)
        } catch {
            throw RelayError("\(place): \(error.lines.joined(separator: "; "))")
        }
    }

    /// The text of a file, whose name no error repeats: what stands there may be a private key that was put in its place.
    private static func text(of file: String, _ place: String, _ directory: String) throws(RelayError) -> [UInt8] {
        let name = "the file that \(place) names"
        guard let text = try PrivateFile.read(path(file, directory), calling: name) else {
            throw RelayError("\(name) is missing")
        }
        return text
    }

    private static func path(_ file: String, _ directory: String) -> String {
        file.hasPrefix("/") || directory.isEmpty ? file : "\(directory)/\(file)"
    }

    private static func list<Element>(
        _ value: JSONValue, _ name: String, _ what: String, _ read: (String) -> Element?
    ) throws(RelayError) -> [Element] {
        guard let items = value.arrayValue else { throw RelayError("\(name) must be an array") }
        var elements: [Element] = []
        for item in items {
            guard let element = item.stringValue.flatMap(read) else { throw RelayError("\(name) must hold \(what)") }
            elements.append(element)
        }
        return elements
    }

    private static func hash(_ text: String) -> [UInt8]? {
        Hexadecimal.decode(Array(text.utf8)).flatMap { $0.count == 32 ? $0 : nil }
    }
}
