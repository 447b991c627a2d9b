// SPDX-License-Identifier: Apache-2.0
import CCurl

extension HTTPClientError.Reason {
    /// What libcurl's code for a transfer that failed means.
    init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_URL_MALFORMAT: .invalidRequest
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotResolve
            case CURLE_COULDNT_CONNECT, CURLE_PROXY: .cannotConnect
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
                .tls
            // The scheme was checked before: what is not supported here is an answer without a status line.
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
                CURLE_HTTP2,
                CURLE_HTTP2_STREAM, CURLE_WEIRD_SERVER_REPLY, CURLE_SSL_SHUTDOWN_FAILED, CURLE_WRITE_ERROR:
                .connectionLost
            default: .other(code: Int(code.rawValue))
            }
    }
}
