// SPDX-License-Identifier: Apache-2.0

/// Brings a database to the program's schema, all missing steps in one transaction.
struct Migrator {
    let migrations: [Migration]

    func run(on connection: any DatabaseConnection) throws {
        for (index, migration) in migrations.enumerated() where migration.version != Int64(index + 1) {
            throw StoreError(.misuse, "migration \(migration.version) stands in place \(index + 1)")
        }
        try connection.begin(.migration)
        do {
            try apply(on: connection)
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func apply(on connection: any DatabaseConnection) throws {
        let dialect = connection.dialect
        try connection.executeScript(
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
                version \(dialect.integer) PRIMARY KEY, name \(dialect.text) NOT NULL) \(dialect.tableOptions)
            """)
        let applied = try connection.all("SELECT version, name FROM schema_migrations ORDER BY version") {
            (version: try $0.integer(0), name: try $0.text(1))
        }
        if let newest = applied.last?.version, newest > Int64(migrations.count) {
            throw StoreError(
                .tooNew,
                "the database has schema \(newest), this program knows schemas up to \(migrations.count): "
                    + "start the newer program, or restore the backup from before the upgrade")
        }
        for (step, migration) in zip(applied, migrations)
        where step.version != migration.version || step.name != migration.name {
            throw StoreError(
                .foreign,
                "the database's schema \(step.version) is '\(step.name)', this program's \(migration.version) is "
                    + "'\(migration.name)'")
        }
        for migration in migrations.dropFirst(applied.count) {
            try migration.apply(connection)
            try connection.execute(
                "INSERT INTO schema_migrations (version, name) VALUES (?, ?)",
                [.integer(migration.version), .text(migration.name)])
        }
    }
}
