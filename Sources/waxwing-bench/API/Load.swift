// SPDX-License-Identifier: Apache-2.0

/// One kind of request as a script for wrk, which makes each request of it anew.
struct Load {
    /// Lua that sets `body` for request number `n` of thread number `id` in run number `run`.
    private let body: String
    private let method: String
    private let path: String
    private let key: String

    /// Registers a device with a token that no other request has, and with one of the keys if there are any.
    static func registrations(app: String, key: String, publicKeys: [String]) -> Load {
        let member = publicKeys.isEmpty ? "" : #","encryption_public_key":"' .. values[n % #values + 1] .. '""#
        return Load(
            body: """
                local token = string.format("%08x%08x%048x", run, id, n * 2654435761 % 4294967296 * 1048576 + n)
                body = '{"app_id":"\(app)","token":"' .. token .. '","platform":"ios","user_id":"user_' .. id .. "_" .. n
                    .. '","apns_environment":"production"\(member)}'
                """, method: "PUT", path: "/v1/push/devices", key: key, values: publicKeys)
    }

    /// Sends a push to one device.
    static func pushes(app: String, key: String, devices: [String]) -> Load {
        Load(
            body: """
                body = '{"app_id":"\(app)","device_id":"' .. values[n % #values + 1]
                    .. '","title":"Your code","body":"' .. (100000 + n % 900000) .. '"}'
                """, method: "POST", path: "/v1/push", key: key, values: devices)
    }

    private let values: [String]

    private init(body: String, method: String, path: String, key: String, values: [String]) {
        self.body = body
        self.method = method
        self.path = path
        self.key = key
        self.values = values
    }

    /// The script; it writes to the file `result`: requests, microseconds, the 99th percentile, what went wrong.
    func script(run: Int, result: String) -> String {
        """
        local run, n, threads = \(run), 0, 0
        local values = {\(values.map { "\"\($0)\"" }.joined(separator: ", "))}
        local headers = {["Authorization"] = "Bearer \(key)", ["Content-Type"] = "application/json"}
        function setup(thread)
            threads = threads + 1
            thread:set("id", threads)
        end
        function request()
            n = n + 1
            local body
            \(body)
            return wrk.format("\(method)", "\(path)", headers, body)
        end
        function done(summary, latency)
            local errors = summary.errors
            local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
            local file = io.open("\(result)", "w")
            file:write(string.format("%d %d %d %d", summary.requests, summary.duration, latency:percentile(99), failed))
            file:close()
        end
        """
    }
}
