// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

extension Database {
    /// Opens an SQLite file, creates it where it is missing, and brings it to the newest of `migrations`.
    ///
    /// Errors: `io`, `foreign` for another program's file, `tooNew`, `busy`.
    package static func open(
        path: String, migrations: [Migration], options: DatabaseOptions = DatabaseOptions(),
        time: any TimeSource = SystemTime()
    ) throws -> Database {
        try Database(
            SQLiteDriver(path: path, options: options), migrations: migrations, options: options, time: time)
    }
}
