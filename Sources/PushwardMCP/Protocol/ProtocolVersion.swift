// SPDX-License-Identifier: Apache-2.0

/// A published revision of the Model Context Protocol.
enum ProtocolVersion: String, Sendable, CaseIterable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// The newest one that `initialize` agrees on.
    static let newestWithHandshake = november2025
    /// Those in which each request names its version itself and `initialize` does not exist.
    static let stateless: [ProtocolVersion] = [.july2026]

    /// What the server answers to the version that an `initialize` asks for: that one, or the newest it knows.
    init(answering requested: String) {
        let known = Self.allCases.first { $0.rawValue.utf8.elementsEqual(requested.utf8) && !$0.isStateless }
        self = known ?? Self.newestWithHandshake
    }

    /// Whether each request names its version itself.
    var isStateless: Bool { Self.stateless.contains(self) }
    /// Whether several messages may come in one array; one revision had it and the next took it back.
    var hasBatches: Bool { self == .march2025 }
    /// Whether a tool says what it does to the world, and progress has a message.
    var hasAnnotations: Bool { isAtLeast(.march2025) }
    /// Whether tools have titles and results have `structuredContent`.
    var hasStructuredContent: Bool { isAtLeast(.june2025) }

    private func isAtLeast(_ other: ProtocolVersion) -> Bool {
        // Dates sort as text.
        rawValue >= other.rawValue
    }
}
