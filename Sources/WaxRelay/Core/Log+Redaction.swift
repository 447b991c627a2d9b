// SPDX-License-Identifier: Apache-2.0
import WaxSystem

extension Log {
    /// The same log without what may be a token: what a provider says goes into it, and may quote the request.
    func redacted() -> Log { changing(Self.redact) }

    /// How long a run of letters, digits and `-_:` must be to be taken for a token. Identifiers are shorter, device tokens
    /// longer, and one of which a limit on the length has cut off the end is still seen.
    private static let shortest = 40

    private static func redact(_ line: String) -> String {
        var (result, run): ([UInt8], [UInt8]) = ([], [])
        func close() {
            result += run.count < shortest ? run : Array("[redacted]".utf8)
            run = []
        }
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
                run.append(byte)
            default:
                close()
                result.append(byte)
            }
        }
        close()
        return String(decoding: result, as: UTF8.self)
    }
}
