// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What the program needs at run time.
@Suite struct LinkageTests {
    /// The libraries of Debian packages, by the start of their names; the rest is Swift's own, which a build with
    /// `--static-swift-stdlib` puts into the program.
    static let debian = [
        "libjq.so", "libqrencode.so", "libcrypto.so", "libssl.so", "libmicrohttpd.so", "libnghttp2.so", "libcurl.so",
        "libm.so",
        "libc.so", "libstdc++.so", "libgcc_s.so", "libresolv.so", "ld-linux",
    ]
    static let swift = [
        "libswift", "lib_Foundation", "libFoundation", "libdispatch.so", "libBlocksRuntime.so",
        "lib_Internationalization",
    ]

    @Test func librariesAreDebiansOrSwifts() async throws {
        let process = try ChildProcess(["readelf", "-d", Pushward.executable])
        let result = try await Pushward.result(of: process)
        let needed = result.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
            .compactMap { $0.split(separator: "[").last?.dropLast() }
        #expect(needed.count > 5)
        for library in needed {
            #expect((Self.debian + Self.swift).contains { library.hasPrefix($0) }, "\(library)")
        }
    }
}
