// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// One attempt of a call, for whoever looks on: nothing of headers and bodies.
package struct APIAttempt: Hashable, Sendable {
    /// The method of the request.
    package let method: String
    /// The URL, without the query where that is a person's own.
    package let url: String
    /// The status of the answer; nil when there was none.
    package let status: Int?
    /// Why there was no answer.
    package let failure: String?
    /// How long it took.
    package let time: Duration

    /// One line.
    package var description: String {
        "\(method) \(url.printable): \(status.map(String.init) ?? failure ?? "") in \(time.milliseconds) ms"
    }
}
