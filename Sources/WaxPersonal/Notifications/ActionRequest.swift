// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxFields
import WaxHTTP
package import WaxJSON

/// One button of a notification.
package struct ActionRequest: Sendable {
    package let id: String
    /// The members as they were sent.
    package let object: JSONObject
    private let url: String
    private let method: String
    private let headers: JSONObject
    private let body: String
    private let isForeground: Bool
    private let takesText: Bool
    private let hasTextTitles: Bool

    /// Reads the members by their schema; nil when `id` or `title` break it.
    init?(_ fields: FieldReader, _ object: JSONObject) {
        func text(_ name: String, _ longest: Int) -> String {
            fields.string(name, nullable: false, length: 0...longest).value ?? ""
        }
        func bool(_ name: String) -> Bool { fields.bool(name, nullable: false).value ?? false }
        let id = fields.string("id", required: true, length: 1...64).value
        let title = fields.string("title", required: true, length: 1...64).value
        _ = text("icon", 64)
        url = text("url", ActionURL.maximumLength)
        method = text("method", 16)
        headers = fields.textMap("headers", nullable: false).value ?? [:]
        body = text("body", 1024)
        isForeground = bool("foreground")
        _ = bool("destructive")
        _ = bool("authentication_required")
        takesText = bool("text_input")
        let titles = [text("text_input_placeholder", 64), text("text_input_button_title", 64)]
        hasTextTitles = titles.contains { !$0.isEmpty }
        self.object = object
        guard let id, title != nil else { return nil }
        self.id = id
    }

    /// Whether a tap is recorded by the server: the device has nothing to call and opens no app.
    package static func isAnswered(_ action: JSONObject) -> Bool {
        (action["url"]?.stringValue ?? "").isEmpty && action["foreground"]?.boolValue != true
    }

    /// Whether a recorded tap may carry text.
    package static func takesText(_ action: JSONObject) -> Bool { action["text_input"]?.boolValue == true }

    /// What the action breaks beyond the schema; nil when nothing.
    var violation: LocalizedText? {
        let link = url.isEmpty ? nil : Result { () throws(ActionURL.Refusal) in try ActionURL(url) }
        if case .failure(let refusal)? = link {
            return Self.rule(refusal.description, "le lien de l'action est refusé")
        }
        let isWeb = (try? link?.get())?.isWeb ?? false
        if !method.isEmpty, !Self.methods.contains(method.uppercased()) {
            return Self.rule("method must be GET, POST, PUT, PATCH, DELETE or HEAD", "la méthode est inconnue")
        }
        let isRequest = !method.isEmpty || !headers.isEmpty || !body.isEmpty
        if isRequest, !isWeb {
            return Self.rule(
                "method, headers and body need an http or https url", "method, headers et body exigent une url http(s)")
        }
        if let violation = headerViolation { return violation }
        if takesText, isForeground || !(url.isEmpty || isWeb) {
            return Self.rule(
                "text_input needs an action in the background with an http or https url, or none",
                "text_input exige une action en arrière-plan, avec une url http(s) ou sans url")
        }
        if hasTextTitles, !takesText {
            return Self.rule(
                "text_input_placeholder and text_input_button_title need text_input",
                "text_input_placeholder et text_input_button_title exigent text_input")
        }
        return nil
    }

    private var headerViolation: LocalizedText? {
        var size = 0
        for (name, value) in headers {
            let value = value.stringValue ?? ""
            size += name.utf8.count + value.utf8.count
            guard HTTPHeaders.isToken(name) else {
                return Self.rule("a header name is not a token", "un nom d'en-tête n'est pas valide")
            }
            guard !value.utf8.contains(where: { [0, 10, 13].contains($0) }) else {
                return Self.rule("a header value has a line break or NUL", "une valeur d'en-tête n'est pas valide")
            }
        }
        return size <= 1024
            ? nil : Self.rule("headers are longer than 1024 bytes", "les en-têtes comptent plus de 1024 octets")
    }

    private static func rule(_ english: String, _ french: String) -> LocalizedText { LocalizedText(english, french) }

    private static let methods: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
}
