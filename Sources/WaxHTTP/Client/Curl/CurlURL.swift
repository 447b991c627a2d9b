// SPDX-License-Identifier: Apache-2.0
import CCurl

/// Owns a URL as libcurl reads it, so that what is checked is what is connected to.
struct CurlURL: ~Copyable {
    let pointer: OpaquePointer
    /// The host alone, in brackets when it is an IPv6 address.
    let host: String
    let scheme: String
    let hasUser: Bool
    let hasFragment: Bool

    /// Throws `invalidRequest` unless `text` is a whole `http` or `https` URL.
    init(_ text: String) throws(HTTPClientError) {
        guard !text.utf8.contains(0), let pointer = curl_url() else {
            throw HTTPClientError(.invalidRequest, host: "")
        }
        guard curl_url_set(pointer, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: pointer), ["http", "https"].contains(scheme),
            let host = Self.part(CURLUPART_HOST, of: pointer)
        else {
            curl_url_cleanup(pointer)
            throw HTTPClientError(.invalidRequest, host: "")
        }
        self.pointer = pointer
        self.scheme = scheme
        hasUser = [CURLUPART_USER, CURLUPART_PASSWORD].contains { Self.part($0, of: pointer) != nil }
        hasFragment = Self.part(CURLUPART_FRAGMENT, of: pointer) != nil
        self.host = host
    }

    deinit { curl_url_cleanup(pointer) }

    private static func part(_ part: CURLUPart, of pointer: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(pointer, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
