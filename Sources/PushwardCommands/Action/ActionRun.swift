// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON

/// The run of a workflow that a step belongs to.
struct ActionRun: Sendable {
    /// Owner and name; nil outside of a workflow.
    let repository: String?
    /// The page of the run.
    let page: String?

    /// Reads the variables that GitHub sets for each step.
    init(environment: (String) -> String?) {
        func text(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let repository = text("GITHUB_REPOSITORY")
        self.repository = repository
        page =
            if let server = text("GITHUB_SERVER_URL"), let repository, let run = text("GITHUB_RUN_ID") {
                "\(server)/\(repository)/actions/runs/\(run)"
            } else {
                nil
            }
    }

    /// Options for what a notification does not say itself: a tap opens the run, and those of one repository are shown
    /// together. A text that is sealed already has its link inside.
    func defaults(for body: JSONObject) -> [(option: String, value: String)] {
        func isMissing(_ field: String) -> Bool { body[field]?.isNotEmpty != true }
        var defaults: [(String, String)] = []
        if isMissing("url"), isMissing("encrypted"), let page { defaults.append(("url", page)) }
        if isMissing("thread_id"), let repository { defaults.append(("thread", repository)) }
        if isMissing("source") { defaults.append(("source", "github-actions")) }
        return defaults
    }
}
