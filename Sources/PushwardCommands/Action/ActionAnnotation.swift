// SPDX-License-Identifier: Apache-2.0

/// What becomes of a text that a command writes on standard error.
enum ActionAnnotation: Hashable, Sendable {
    /// The log says it.
    case said(WorkflowCommand)
    /// The command failed, with this to say; the annotation is the step's.
    case failed(String)

    /// - Parameter text: what was written at once, without white space around it.
    init(_ text: String) {
        func after(_ prefix: String) -> String? {
            text.utf8.starts(with: prefix.utf8) ? String(text.dropFirst(prefix.count)) : nil
        }
        self =
            if let text = after("error: ") {
                .failed(text)
            } else if let text = after("warning: ") {
                .said(.warning(text))
            } else if let text = after("debug: ") {
                .said(.debug(text))
            } else {
                .said(.debug(text))
            }
    }
}
