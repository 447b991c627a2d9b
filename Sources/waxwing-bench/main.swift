// SPDX-License-Identifier: Apache-2.0
import Glibc

let usage = """
    usage: waxwing-bench seal [--seconds N]
           waxwing-bench api [--seconds N] [--connections N] [--directory DIR]
           waxwing-bench deliver [--devices N,N,…] [--directory DIR]
           waxwing-bench faults [--devices N] [--seed N] [--directory DIR]
           waxwing-bench notify [--waits N] [--rate N] [--seconds N] [--directory DIR]
           waxwing-bench pushward [--runs N] [--program FILE] [--directory DIR]
           waxwing-bench relay [--seconds N] [--tokens N] [--directory DIR]
           waxwing-bench relay --timing [--calls N] [--directory DIR]

    seal    seals and opens per second on one core, one by one and in eight lanes where there are any, beside the
            curve operations that they consist of
    api     registrations and pushes per second over HTTP, beside a handler that answers a constant; needs wrk.
            The server's data are made in DIR, whose disk has its share in the figures
    deliver what one push to N devices costs the server, from acceptance to the last recorded result, with stand-ins for
            Apple and Google in a process of their own: the simulator, and nginx where it is installed. Half of the
            devices are of each
    faults  one push to N devices while providers and connections fail at random and the server is killed three times;
            every delivery is then held against what the simulator knows of it, and the exit code says whether all is right
    notify  N requests wait for answers and receipts while N notifications a second are sent; each wait must end with its
            answer. Beside it the memory and the threads of the server
    pushward the CPU time from the start to the end of pushward, which seals one notification N times
    relay   what a wake costs a relay beside the key agreement alone, and what N different tokens leave in its memory, on its
            disk and in its log; with --timing whether the time of an answer tells what became of a token, from N calls
            of each kind in random order on one connection

    """

/// Ends the program with a message on standard error; Swift 6 refuses C's `stderr`.
func complain(_ message: String, exitCode: Int32) -> Never {
    let text = Array("waxwing-bench: \(message)".utf8)
    _ = write(STDERR_FILENO, text, text.count)
    exit(exitCode)
}

do {
    switch try BenchmarkArguments(CommandLine.arguments.dropFirst()) {
    case .help:
        print(usage, terminator: "")
    case .seal(let seconds):
        print(try SealBenchmark().run(seconds: seconds))
    case .api(let seconds, let connections, let directory):
        print(try await APIBenchmark(connections: connections, directory: directory).run(seconds: seconds))
    case .deliver(let counts, let directory):
        print(try await DeliveryBenchmark(counts: counts, directory: directory).run())
    case .faults(let count, let seed, let directory):
        print(try await FaultBenchmark(count: count, seed: seed, directory: directory).run())
    case .notify(let waits, let rate, let seconds, let directory):
        print(try await NotifyBenchmark(waits: waits, rate: rate, directory: directory).run(seconds: seconds))
    case .pushward(let runs, let program, let directory):
        print(try SenderBenchmark(runs: runs, program: program, directory: directory).run())
    case .relay(let seconds, let tokens, let directory):
        print(try await RelayBenchmark(tokenCount: tokens, directory: directory).run(seconds: seconds))
    case .relayTiming(let calls, let directory):
        print(try await RelayTiming(callCount: calls, directory: directory).run())
    }
} catch let error as BenchmarkArguments.Malformed {
    complain("\(error.reason)\n\(usage)", exitCode: 64)
} catch {
    complain("\(error)\n", exitCode: 1)
}
