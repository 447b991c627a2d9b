// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders

@Suite struct ProviderEndpointsTests {
    @Test func standard() throws {
        let endpoints = try ProviderEndpoints(settings: ["WAXWING_FCM_URL": "", "HOME": "/root"])
        #expect(endpoints.apns(.production).endpoint.authority == "api.push.apple.com")
        #expect(endpoints.apns(.sandbox).endpoint.authority == "api.sandbox.push.apple.com")
        #expect(endpoints.fcm.endpoint.authority == "fcm.googleapis.com")
        #expect(endpoints.fcm.port == 443)
        #expect(endpoints.certificateFile == nil)
        #expect(endpoints.tokenHosts.map(\.host).first == "oauth2.googleapis.com")
    }

    @Test func overridden() throws {
        let endpoints = try ProviderEndpoints(settings: [
            "WAXWING_APNS_URL": "https://127.0.0.1:8443", "WAXWING_APNS_SANDBOX_URL": "https://[::1]:2197/",
            "WAXWING_FCM_URL": "HTTPS://Fcm.Example.test", "WAXWING_PROVIDER_CA": "/etc/ca.pem",
            "WAXWING_TOKEN_URI_HOSTS": "localhost:9000, 127.0.0.1",
        ])
        #expect(endpoints.apns.host == "127.0.0.1")
        #expect(endpoints.apns.port == 8443)
        #expect(endpoints.apnsSandbox.host == "::1")
        #expect(endpoints.apnsSandbox.endpoint.authority == "[::1]:2197")
        #expect(endpoints.fcm.endpoint.authority == "fcm.example.test")
        #expect(endpoints.certificateFile == "/etc/ca.pem")
        #expect(endpoints.tokenHosts == [HostRule("localhost:9000"), HostRule("127.0.0.1")])
    }

    @Test(
        arguments: [
            ("WAXWING_APNS_URL", "http://api.push.apple.com"), ("WAXWING_APNS_URL", "api.push.apple.com"),
            ("WAXWING_APNS_SANDBOX_URL", "https://host/path"), ("WAXWING_APNS_SANDBOX_URL", "https://host?x"),
            ("WAXWING_FCM_URL", "https://user:SECRET@host"), ("WAXWING_FCM_URL", "https://host:99999"),
            ("WAXWING_FCM_URL", "https://"), ("WAXWING_FCM_URL", "https://ho st"),
            ("WAXWING_TOKEN_URI_HOSTS", "a,,b"), ("WAXWING_TOKEN_URI_HOSTS", "https://host"),
            ("WAXWING_TOKEN_URI_HOSTS", ","),
        ])
    func wrongSettingIsNamed(name: String, value: String) throws {
        let problem = try #require(throws: SettingProblem.self) {
            try ProviderEndpoints(settings: [name: value])
        }
        #expect(problem.name == name)
        #expect(problem.description.hasPrefix(name + " must be "))
        #expect(!problem.description.contains("SECRET"))
    }
}
