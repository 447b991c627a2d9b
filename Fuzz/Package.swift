// swift-tools-version: 6.2
import PackageDescription

/// A fuzzer: `Sources/NAME` drives one function of `FuzzTarget`, from the seeds in `Corpus/NAME`.
func fuzzer(_ name: String) -> Target {
    .executableTarget(name: name, dependencies: ["CLibFuzzer", .product(name: "WaxFuzzing", package: "waxwing")])
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "waxwing", path: "..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer"),
        fuzzer("FuzzJSON"),
        fuzzer("FuzzHKEnvelope"),
        fuzzer("FuzzPW1Envelope"),
        fuzzer("FuzzSealedToken"),
    ],
    swiftLanguageModes: [.v6]
)
