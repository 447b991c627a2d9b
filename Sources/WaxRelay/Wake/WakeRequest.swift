// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
import WaxHTTP
import WaxJSON

/// A call to wake devices, read and no more: nothing here depends on what a token holds.
struct WakeRequest {
    /// The most tokens of a call.
    static let maximumTokens = 32
    static let nonceByteCount = 16
    static let binaryType = "application/vnd.sealed-push"

    /// Why a call is refused; all that a sender ever learns.
    enum Refusal: Error, Hashable {
        case malformed
        case tooLarge
    }

    let nonce: [UInt8]
    let kind: WakeKind
    let tokens: [SealedToken]

    /// Reads a request of either form.
    init(_ request: HTTPRequest) throws(Refusal) {
        let type = (request.head.headers["Content-Type"] ?? "").utf8.prefix {
            $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ")
        }
        if type.elementsEqual(Self.binaryType.utf8, by: { $0 | 0x20 == $1 }) {
            try self.init(binary: request.body, query: request.head.queryValue("class"))
        } else {
            try self.init(json: request.body)
        }
    }

    /// `{"v":1,"nonce":…,"class":"silent|alert","tokens":[…]}`
    init(json: [UInt8]) throws(Refusal) {
        guard let object = try? JSONReader.parse(json), object["v"]?.int64Value == 1,
            let nonce = object["nonce"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            nonce.count == Self.nonceByteCount, let kind = Self.kind(object["class"]?.stringValue),
            let texts = object["tokens"]?.arrayValue, !texts.isEmpty
        else { throw .malformed }
        guard texts.count <= Self.maximumTokens else { throw .tooLarge }
        var tokens: [SealedToken] = []
        tokens.reserveCapacity(texts.count)
        for text in texts {
            guard let text = text.stringValue, let token = try? SealedToken(text) else { throw .malformed }
            tokens.append(token)
        }
        self.init(nonce: nonce, kind: kind, tokens: tokens)
    }

    /// The nonce, then the tokens; the class stands in the query.
    init(binary: [UInt8], query: String?) throws(Refusal) {
        let rest = binary.count - Self.nonceByteCount
        guard rest > 0, rest.isMultiple(of: SealedToken.byteCount), let kind = Self.kind(query) else {
            throw .malformed
        }
        guard rest / SealedToken.byteCount <= Self.maximumTokens else { throw .tooLarge }
        var tokens: [SealedToken] = []
        for start in stride(from: Self.nonceByteCount, to: binary.count, by: SealedToken.byteCount) {
            guard let token = try? SealedToken(bytes: Array(binary[start..<start + SealedToken.byteCount])) else {
                throw .malformed
            }
            tokens.append(token)
        }
        self.init(nonce: Array(binary.prefix(Self.nonceByteCount)), kind: kind, tokens: tokens)
    }

    private init(nonce: [UInt8], kind: WakeKind, tokens: [SealedToken]) {
        self.nonce = nonce
        self.kind = kind
        self.tokens = tokens
    }

    private static func kind(_ text: String?) -> WakeKind? {
        switch text {
        case "silent": .silent
        case "alert": .alert
        default: nil
        }
    }
}
