// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders

@Suite struct DeliveryErrorTests {
    @Test func codes() {
        #expect(
            DeliveryError.allCases.map(\.rawValue) == [
                "ENCRYPTION_KEY_MISSING", "PUSH_PAYLOAD_TOO_LARGE", "TOKEN_UNREGISTERED", "TOKEN_INVALID",
                "TOKEN_NOT_FOR_APP", "PROVIDER_AUTH_FAILED", "PROVIDER_CONFIG_INVALID", "PROVIDER_REJECTED",
                "PROVIDER_RATE_LIMITED", "PROVIDER_UNAVAILABLE", "PROVIDER_TIMEOUT", "ENCRYPTION_FAILED", "EXPIRED",
                "DEVICE_INACTIVE",
                "DEVICE_DELETED",
            ])
    }

    @Test func onlyATimeoutLeavesTheOutcomeOpen() {
        #expect(DeliveryError.allCases.filter { !$0.isCertain } == [.providerTimeout])
    }

    @Test(arguments: DeliveryError.allCases) func messages(error: DeliveryError) {
        #expect(error.message.hasSuffix("."))
        #expect(error.message.utf8.count > 20)
    }
}
