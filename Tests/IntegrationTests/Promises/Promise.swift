// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON

/// One thing that the documentation says of encrypted pushes and that the server alone can make true.
struct Promise: Sendable, CustomTestStringConvertible {
    /// What is said, in few words.
    let testDescription: String
    private let settings: JSONObject
    private let hasGateway: Bool
    private let proof: @Sendable (ClockedStage) async throws -> Void

    /// - Parameters:
    ///   - settings: members of the push app of the stage.
    ///   - hasGateway: whether the server has where fallback texts go.
    ///   - proof: shows it, to a server that nothing else uses.
    init(
        _ description: String, app settings: JSONObject = [:], hasGateway: Bool = false,
        _ proof: @escaping @Sendable (ClockedStage) async throws -> Void
    ) {
        testDescription = description
        self.settings = settings
        self.hasGateway = hasGateway
        self.proof = proof
    }

    func check() async throws {
        let stage = try await ClockedStage(app: settings, gateway: hasGateway ? Receiver() : nil)
        do {
            try await proof(stage)
        } catch {
            await stage.stop()
            throw error
        }
        await stage.stop()
    }
}
