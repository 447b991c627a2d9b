// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// `waxwing-simulator serve` in a process of its own.
struct SimulatorProgram {
    /// The variables that make a relay send to it.
    let environment: [(name: String, value: String)]
    let control: APIClient
    private let program: ChildProgram
    private let port: UInt16

    /// Starts it with its files in a directory.
    init(directory: String) throws {
        program = try ChildProgram(
            ["\(ChildProgram.ownDirectory())/waxwing-simulator", "serve", "--dir", directory],
            output: "\(directory).log")
        port = try program.first { text in
            guard text.contains("\nsettings ") else { return nil }
            return text.split(separator: "\n").first { $0.hasPrefix("control ") }
                .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
        }
        control = APIClient(port: port)
        environment = try TextFile.read("\(directory)/simulator.env").split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1]))
        }
    }

    /// Removes the app from a phone.
    func remove(_ token: String) async throws {
        let request = HTTPClientRequest(method: "DELETE", url: "http://127.0.0.1:\(port)/phones/\(token)")
        guard try await HTTPClient().send(request).status == 204 else { throw BenchmarkFailure("no phone was removed") }
    }
}
