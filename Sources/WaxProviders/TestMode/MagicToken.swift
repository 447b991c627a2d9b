// SPDX-License-Identifier: Apache-2.0

/// A token that makes a delivery of test mode end in one way; the raw value is the token.
package enum MagicToken: String, Sendable, CaseIterable {
    case accept = "test_accept"
    case unregistered = "test_unregistered"
    case badToken = "test_bad_token"
    case wrongApp = "test_wrong_app"
    case tooLarge = "test_too_large"
    case authError = "test_auth_error"
    case rateLimited = "test_rate_limited"
    case flaky = "test_flaky"
    case providerError = "test_provider_error"
    case timeout = "test_timeout"
    case slow = "test_slow"
    case rejected = "test_rejected"

    /// Reads a token, with or without a suffix after `-` that makes more devices of it; nil when it is none of these.
    package init?(token: String) {
        guard Self.isReserved(token) else { return nil }
        let name = token.utf8.prefix { $0 != UInt8(ascii: "-") }
        guard let magic = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        if name.count < token.utf8.count {
            let suffix = token.utf8.dropFirst(name.count + 1)
            guard (1...64).contains(suffix.count), suffix.allSatisfy({ $0.isASCIIGraphic }) else { return nil }
        }
        self = magic
    }

    /// What a token of a test device stands for, or the last part of its endpoint's path: every other one is taken like
    /// `accept`.
    package static func outcome(of token: String, platform: Platform) -> MagicToken {
        MagicToken(token: platform == .web ? name(inEndpoint: token) : token) ?? .accept
    }

    /// What stands for a test token in the endpoint of a browser's subscription, whole or its path: the last part of it.
    package static func name(inEndpoint endpoint: String) -> String {
        endpoint.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }

    /// Whether a token begins like these, known or not: such a token never belongs to a live device.
    package static func isReserved(_ token: String) -> Bool {
        token.utf8.starts(with: "test_".utf8)
    }
}
