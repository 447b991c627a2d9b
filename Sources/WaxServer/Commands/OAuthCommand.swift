// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing oauth`
enum OAuthCommand {
    private static let scopes = Option(
        repeated: "scope", .choice(OAuthScope.self), valueName: "SCOPE",
        help: "what the client may ask for; may be given several times")

    static let table = Command(
        "oauth", "OAuth clients",
        subcommands: [
            Command(
                "create", "make a client and print its id and secret",
                discussion: """
                    The secret is shown this once: only a hash of it is stored. Works while the server runs.
                    A scope is one permission: push:devices registers devices, push:send sends and cancels,
                    push:read reads pushes and deliveries, push:apps makes and changes push apps.
                    """,
                options: [
                    CredentialOptions.mode, scopes, CredentialOptions.label, CredentialOptions.account,
                ] + SharedOptions.storage)
        ])

    static func create(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let label = try CredentialOptions.label(command)
        let scopes = OAuthScopes(command[scopes])
        guard !scopes.all.isEmpty else { throw CommandFailure("--scope is required", code: .usage) }
        let storage = try Storage(making: command, in: context)
        defer { storage.close() }
        let (random, now) = (SystemRandom(), SystemTime().now())
        let secret = OAuthClientSecret(mode: command[CredentialOptions.mode].mode, random: random)
        let (vault, id, name) = (storage.vault, ULID(time: now, random: random), command[CredentialOptions.account])
        try await storage.database.write { sql in
            let account = try APIKeyTable(sql, vault).account(named: name, now: now)
            try OAuthClientTable(sql, vault).insert(
                secret, id: id, account: account, creator: nil, label: label, scopes: scopes, now: now)
        }
        try context.output.writeLine("client_id=\(PublicID(.oauthClient, id).text)")
        try context.output.writeLine("client_secret=\(secret.text)")
        return .ok
    }
}
