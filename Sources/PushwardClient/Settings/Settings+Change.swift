// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope

extension Settings {
    /// Stores an encryption key. Throws `usage` when the file holds another one and `force` is false.
    package func store(_ key: PW1Key, force: Bool) throws(ClientError) {
        var configuration = try file.load()
        if let present = configuration.encryptionKey, !force, (try? PW1Key(present))?.keyID != key.keyID {
            throw .usage(
                "\(file.path.printable) holds another encryption key; --force replaces it, and what was sealed with it "
                    + "can then be read elsewhere only")
        }
        configuration.encryptionKey = key.text
        try file.save(configuration)
    }

    /// Removes the stored encryption key; false when there was none.
    package func removeEncryptionKey() throws(ClientError) -> Bool { try remove(\.encryptionKey) }

    /// Removes the stored API key; false when there was none.
    package func removeAPIKey() throws(ClientError) -> Bool { try remove(\.token) }

    /// Stores an API key, and the URL of the server if there is one to store.
    /// - Returns: the URL that is stored with it; nil when there is none.
    package func store(apiKey: String, apiURL: APIEndpoint?) throws(ClientError) -> String? {
        var configuration = try file.load()
        configuration.token = apiKey
        if let apiURL { configuration.apiURL = apiURL.text }
        try file.save(configuration)
        return configuration.apiURL?.trimmed
    }

    private func remove(_ field: WritableKeyPath<Configuration, String?>) throws(ClientError) -> Bool {
        var configuration = try file.load()
        guard configuration[keyPath: field] != nil else { return false }
        configuration[keyPath: field] = nil
        try file.save(configuration)
        return true
    }
}
