// SPDX-License-Identifier: Apache-2.0
import Glibc

let command = VectorCommand { line in
    var line = line + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
exit(command.run(Array(CommandLine.arguments.dropFirst())))
