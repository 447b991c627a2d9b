// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// A tool that a client wants to have run.
package struct ToolCall: Sendable {
    /// Unlike the request's id unique for as long as the session lasts.
    package let number: Int
    /// The tool's name, one of those that the session was given.
    package let tool: String
    /// What the client passes to it, unchecked.
    package let arguments: JSONObject
    /// Whether the client asked to hear how far it is.
    package let wantsProgress: Bool
}
