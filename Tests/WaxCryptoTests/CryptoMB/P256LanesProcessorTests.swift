// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxCrypto

#if canImport(CCryptoMB)
private let isBuiltWithCryptoMB = true
#else
private let isBuiltWithCryptoMB = false
#endif

@Suite struct P256LanesProcessorTests {
    @Test func aProcessorWithoutTheInstructionsHasNoLanes() {
        #expect(P256Lanes(processorFeatures: 0) == nil)
        // All that crypto_mb knows of but one: IFMA; AVX-512 for integers; what the system saves of the registers.
        for missing in [32, 25, 24, 20, 33] {
            #expect(P256Lanes(processorFeatures: ~(1 << missing)) == nil)
        }
        #expect((P256Lanes(processorFeatures: .max) != nil) == isBuiltWithCryptoMB)
    }
}
