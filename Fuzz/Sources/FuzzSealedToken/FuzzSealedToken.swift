// SPDX-License-Identifier: Apache-2.0
import CLibFuzzer
import WaxFuzzing

@main enum FuzzSealedToken {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
            FuzzTarget.sealedToken(UnsafeRawBufferPointer(start: data, count: size))
            return 0
        }
    }
}
