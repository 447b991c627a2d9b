// SPDX-License-Identifier: Apache-2.0

/// `waxwing serve` in a process of its own, at a port that the kernel chose.
struct ServerProgram {
    let program: ChildProgram
    let client: APIClient

    /// Starts it on the data in a directory, beside which it logs.
    init(data directory: String, key: String, environment: [(name: String, value: String)]) throws {
        program = try ChildProgram(
            ["\(ChildProgram.ownDirectory())/waxwing", "serve", "--listen", "127.0.0.1:0", "--data", directory],
            environment: environment + [("WAXWING_FCM_RAMP_SECONDS", "0")], output: "\(directory).log")
        let port = try program.listeningPort()
        client = APIClient(port: port, key: key)
    }
}
