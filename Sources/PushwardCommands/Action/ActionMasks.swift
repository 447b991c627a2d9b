// SPDX-License-Identifier: Apache-2.0
import PushwardClient

/// What must not stand in a log: the keys, whole and in part, and what follows from them.
enum ActionMasks {
    /// What to mask, each once, before anything else is written.
    /// - Parameters:
    ///   - token: the API key.
    ///   - key: the input of the encryption key as it came, which may be wrong and still be a secret.
    static func values(token: String?, key: String?) -> [String] {
        var values: [String] = []
        if let token {
            values.append(token)
            if let secret = try? CallbackSecret.text(of: token) {
                values += [secret, String(secret.dropFirst("whsec_".count))]
            }
        }
        if let key {
            // A secret of several lines is masked whole alone, and a log shows its lines one by one.
            for line in key.split(whereSeparator: \.isNewline).compactMap({ String($0).trimmed }) {
                values += [line, line.lowercased()]
            }
            let digits = String(key.filter { !$0.isWhitespace })
            values += [digits, digits.lowercased()]
        }
        var seen: Set<String> = []
        return values.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
