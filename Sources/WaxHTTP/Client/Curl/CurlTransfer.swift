// SPDX-License-Identifier: Apache-2.0
import CCurl
import Glibc
import Synchronization
import WaxSystem

/// One request and its answer: owns a libcurl easy handle, the list of headers and the parsed URL.
///
/// Sendable: made by one thread and then used by the loop's thread alone, but for `isCancelled`, which is atomic, and
/// `completion`, which is locked.
final class CurlTransfer: @unchecked Sendable {
    typealias Completion = CheckedContinuation<Result<HTTPClientResponse, HTTPClientError>, Never>

    /// For the loop, which adds it to its multi handle.
    let handle: UnsafeMutableRawPointer
    /// When its time is over, on the loop's clock.
    let deadline: Duration
    /// The loop's clock, which only grows.
    static var now: Duration { SystemTime().uptime() }

    private let url: CurlURL
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let policy: TargetPolicy
    private let maximumBytes: Int
    private let cancelled = Atomic(false)
    private let completion = Locked<Completion?>(nil)

    private var response = HTTPClientResponse(status: 0)
    private var headerBytes = 0
    private var isTooLarge = false
    private var openedSockets = 0
    private var refusedAddresses = 0

    private static let maximumHeaderBytes = 64 * 1024

    /// Throws `invalidRequest`.
    init(_ request: HTTPClientRequest, configuration: HTTPClient.Configuration) throws(HTTPClientError) {
        let url = try CurlURL(request.url)
        guard HTTPHeaders.isToken(request.method), request.headers.fields.allSatisfy(\.isValid),
            let handle = curl_easy_init()
        else { throw HTTPClientError(.invalidRequest, host: url.host) }
        self.handle = handle
        deadline = Self.now + max(request.timeout, .milliseconds(1))
        self.url = url
        policy = configuration.policy
        maximumBytes = request.maximumResponseBytes
        headers = Self.list(request)
        configure(request, configuration)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    /// Who is told the outcome, once.
    func setCompletion(_ completion: Completion) {
        self.completion.withLock { $0 = completion }
    }

    /// The transfer ended as libcurl says.
    func finish(_ code: CURLcode) {
        let completion = self.completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?.resume(returning: result(code))
    }

    private func result(_ code: CURLcode) -> Result<HTTPClientResponse, HTTPClientError> {
        if code == CURLE_OK {
            response.status = waxwing_curl_get_long(handle, CURLINFO_RESPONSE_CODE)
            return .success(response)
        }
        let isSent = waxwing_curl_get_long(handle, CURLINFO_REQUEST_SIZE) > 0
        return .failure(HTTPClientError(reason(code), host: url.host, mayHaveBeenSent: isSent))
    }

    /// libcurl has one code for whatever a callback ends.
    private func reason(_ code: CURLcode) -> HTTPClientError.Reason {
        if isCancelled { return .cancelled }
        if isTooLarge { return .responseTooLarge }
        if refusedAddresses > 0, openedSockets == 0 { return .forbiddenAddress }
        return HTTPClientError.Reason(code)
    }

    private func configure(_ request: HTTPClientRequest, _ configuration: HTTPClient.Configuration) {
        waxwing_curl_set_url(handle, url.pointer)
        waxwing_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        waxwing_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        waxwing_curl_set_string(handle, CURLOPT_USERAGENT, configuration.userAgent)
        waxwing_curl_set_headers(handle, headers)
        if policy == .publicOnly || !configuration.usesProxyFromEnvironment {
            waxwing_curl_set_string(handle, CURLOPT_PROXY, "")
        }
        if let file = configuration.certificateAuthorityFile {
            waxwing_curl_set_string(handle, CURLOPT_CAINFO, file)
        }
        waxwing_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeout))
        waxwing_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(configuration.connectTimeout))
        let version = request.version == .http1 ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS
        waxwing_curl_set_long(handle, CURLOPT_HTTP_VERSION, version)
        waxwing_curl_set_long(handle, CURLOPT_PIPEWAIT, configuration.sharesConnections ? 1 : 0)
        if request.method == "HEAD" {
            waxwing_curl_set_long(handle, CURLOPT_NOBODY, 1)
        } else if !request.body.isEmpty || request.method == "POST" || request.method == "PUT" {
            _ = request.body.withUnsafeBytes { waxwing_curl_set_body(handle, $0.baseAddress, $0.count) }
            waxwing_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
        } else {
            waxwing_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
        }
        waxwing_curl_set_callbacks(
            handle, headerReceived, bodyReceived, socketWanted, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Zero would mean no limit.
    private static func milliseconds(_ span: Duration) -> Int { Int(clamping: max(span.milliseconds, 1)) }

    private static func list(_ request: HTTPClientRequest) -> UnsafeMutablePointer<curl_slist>? {
        // A semicolon sends an empty value; a name alone keeps libcurl from adding the header itself.
        var lines = request.headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for added in ["Expect", "Content-Type"] where request.headers[added] == nil { lines.append("\(added):") }
        return lines.reduce(nil) { curl_slist_append($0, $1) ?? $0 }
    }

    // MARK: On the loop's thread.

    /// False ends the transfer.
    fileprivate func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            // What came before belongs to an interim answer.
            response.headers = HTTPHeaders()
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let isBlank: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
            var value = line[(colon + 1)...].drop(while: isBlank)
            while let last = value.last, isBlank(last) { value.removeLast() }
            response.headers.add(
                String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return true
    }

    /// False ends the transfer.
    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard response.body.count + bytes.count <= maximumBytes else {
            isTooLarge = true
            return false
        }
        response.body.append(contentsOf: bytes)
        return true
    }

    /// A socket for the address, or none where the policy refuses it.
    fileprivate func openSocket(_ target: curl_sockaddr, _ address: UnsafePointer<sockaddr>) -> Int32 {
        guard let ip = IPAddress(address), policy.allows(ip) else {
            refusedAddresses += 1
            return waxwing_curl_socket_bad()
        }
        openedSockets += 1
        return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
    }
}

// What libcurl calls, always on the loop's thread. Another count than was given ends the transfer.

private func headerReceived(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = transfer(context) else { return 0 }
    return transfer.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private func bodyReceived(
    bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = transfer(context) else { return 0 }
    // Zero bytes are no end, and zero is no error.
    return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : -1
}

private func socketWanted(
    context: UnsafeMutableRawPointer?, purpose: curlsocktype, target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = transfer(context), let target, let address = waxwing_curl_address(target) else {
        return waxwing_curl_socket_bad()
    }
    return transfer.openSocket(target.pointee, address)
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}
