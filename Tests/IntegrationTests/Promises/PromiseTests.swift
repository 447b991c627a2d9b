// SPDX-License-Identifier: Apache-2.0
import Testing

/// What the documentation promises, row by row, over HTTP.
@Suite(.bounded, .timeLimit(.minutes(2))) struct PromiseTests {
    @Test(arguments: Promise.keys + Promise.tokens + Promise.rotation)
    func devices(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.apple + Promise.google + Promise.placeholders)
    func providers(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.envelope)
    func envelope(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.sizes)
    func sizes(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.requirement + Promise.charges)
    func requiredEncryption(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.fallback + Promise.webhooks)
    func messages(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.access)
    func access(_ promise: Promise) async throws { try await promise.check() }

    @Test(arguments: Promise.testMode)
    func testMode(_ promise: Promise) async throws { try await promise.check() }
}
