// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

/// One thing that the documentation says of encrypted pushes and that the server alone can make true.
struct Promise: Sendable, CustomTestStringConvertible {
    /// What is said, in few words.
    let testDescription: String
    private let settings: JSONObject
    private let proof: @Sendable (ClockedStage) async throws -> Void

    /// - Parameters:
    ///   - settings: members of the push app of the stage.
    ///   - proof: shows it, to a server that nothing else uses.
    init(
        _ description: String, app settings: JSONObject = [:],
        _ proof: @escaping @Sendable (ClockedStage) async throws -> Void
    ) {
        testDescription = description
        self.settings = settings
        self.proof = proof
    }

    func check() async throws {
        let stage = try await ClockedStage(app: settings)
        do {
            try await proof(stage)
        } catch {
            await stage.stop()
            throw error
        }
        await stage.stop()
    }
}
