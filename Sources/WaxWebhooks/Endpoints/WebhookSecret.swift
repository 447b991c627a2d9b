// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
package import WaxSystem

/// The secret that a webhook's signatures are made with: `whsec_` and the base64 of 24 to 64 bytes.
///
/// One text serves two schemes: HonkIO's takes the text itself as the key, Standard Webhooks the bytes behind the prefix.
package struct WebhookSecret: Hashable, Sendable {
    private static let prefix = "whsec_"
    private static let sizes = 24...64
    private static let newSize = 32

    package let text: String
    let decoded: [UInt8]

    /// Makes a new secret.
    package init(random: some RandomSource) {
        decoded = random.bytes(Self.newSize)
        text = Self.prefix + Data(decoded).base64EncodedString()
    }

    /// Reads a secret; nil for another form.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8),
            let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.sizes.contains(data.count), Self.prefix + data.base64EncodedString() == text
        else { return nil }
        self.text = text
        decoded = Array(data)
    }

    /// The key of HonkIO's scheme.
    var textBytes: [UInt8] { Array(text.utf8) }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
    package var description: String { "a webhook secret" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
