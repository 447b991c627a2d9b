// SPDX-License-Identifier: Apache-2.0

/// Why a text is no cron expression. The message does not repeat the text.
package enum CronError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is empty or longer than 128 characters.
    case length
    /// It begins with `@` and is none of the words.
    case word
    case fieldCount(Int)
    /// A field says what it may not.
    case field(String)
    /// Its days do not exist, such as the 31st of April.
    case neverMatches

    package var description: String {
        switch self {
        case .length: "the cron expression must have 1 to 128 characters"
        case .word: "the cron expression must have five fields or be @hourly, @daily, @weekly, @monthly or @yearly"
        case .fieldCount(let count): "the cron expression must have five fields, not \(count)"
        case .field(let name): "the cron expression's \(name) cannot be read"
        case .neverMatches: "the cron expression never matches"
        }
    }
}
