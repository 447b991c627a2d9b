// swift-tools-version: 6.2
import PackageDescription

let linux: TargetDependencyCondition? = .when(platforms: [.linux])

/// A C library from the system: seen by the Swift targets that name it and by no other.
func cLibrary(_ name: String, pkgConfig: String?, apt: String?) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func c(_ name: String) -> Target.Dependency { .target(name: name, condition: linux) }

/// Whether Intel's crypto_mb is there, which Debian does not have: `scripts/setup.sh` fetches it and sets the variable.
/// SwiftPM reads the manifest anew when a variable changes, but not when a file appears.
let hasCryptoMB = Context.environment["WAXWING_CRYPTO_MB"] == "1"

let package = Package(
    name: "waxwing",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "WaxCrypto", targets: ["WaxCrypto"]),
        .library(name: "WaxEnvelope", targets: ["WaxEnvelope"]),
        .library(name: "HonkioPush", targets: ["HonkioPush"]),
        .library(name: "WaxSimulator", targets: ["WaxSimulator"]),
        .library(name: "WaxFuzzing", targets: ["WaxFuzzing"]),
        .executable(name: "waxwing", targets: ["waxwing"]),
        .executable(name: "pushward", targets: ["pushward"]),
        .executable(name: "waxwing-simulator", targets: ["waxwing-simulator"]),
        .executable(name: "waxwing-vectors", targets: ["waxwing-vectors"]),
    ],
    targets: [
        cLibrary("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        cLibrary("CNGHTTP2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        cLibrary("CJQ", pkgConfig: nil, apt: "libjq-dev"),
        cLibrary("CQRencode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        cLibrary("CLinux", pkgConfig: nil, apt: nil),

        // The part that also builds on Apple platforms.
        .target(name: "WaxCrypto", dependencies: [c("COpenSSL")] + (hasCryptoMB ? [c("CCryptoMB")] : [])),
        .target(name: "WaxJSON"),
        .target(name: "WaxEnvelope", dependencies: ["WaxCrypto", "WaxJSON"]),
        .target(name: "HonkioPush", dependencies: ["WaxCrypto", "WaxJSON", "WaxEnvelope"]),

        // The server.
        .target(name: "WaxFields", dependencies: ["WaxJSON"]),
        .target(name: "WaxSystem", dependencies: [c("CLinux")]),
        .target(
            name: "WaxHTTP",
            dependencies: ["WaxSystem", c("COpenSSL"), c("CNGHTTP2"), c("CMicroHTTPD"), c("CCurl"), c("CLinux")]),
        .target(name: "WaxStore", dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", c("CSQLite")]),
        .target(
            name: "WaxProviders",
            dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", "WaxFields", "WaxEnvelope", "WaxHTTP"]),
        .target(
            name: "WaxRecords",
            dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxStore", "WaxProviders"]),
        .target(
            name: "WaxObjects",
            dependencies: ["WaxSystem", "WaxJSON", "WaxFields", "WaxEnvelope", "WaxProviders", "WaxRecords"]),
        .target(
            name: "WaxWebhooks",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxHTTP", "WaxStore", "WaxProviders", "WaxRecords", "WaxObjects",
            ]),
        .target(
            name: "WaxDelivery",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxHTTP", "WaxStore", "WaxProviders", "WaxRecords",
            ]),
        // The description of the API inside the program; a module of its own, because compiling it takes a while.
        .target(
            name: "WaxOpenAPI", resources: [.embedInCode("openapi.yaml"), .embedInCode("openapi-notifications.yaml")]),
        .target(
            name: "WaxPushAPI",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxFields", "WaxEnvelope", "WaxHTTP", "WaxStore", "WaxProviders",
                "WaxRecords", "WaxObjects", "WaxWebhooks", "WaxDelivery", "WaxOpenAPI",
            ]),
        // The published vectors inside the program.
        .target(name: "WaxVectors", resources: [.embedInCode("pw1-vectors-v1.json")]),
        .target(
            name: "WaxPersonal",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxFields", "WaxEnvelope", "WaxHTTP", "WaxStore", "WaxProviders",
                "WaxRecords", "WaxObjects", "WaxWebhooks", "WaxOpenAPI", "WaxVectors",
            ]),
        .target(
            name: "WaxSimulator",
            dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "HonkioPush", "WaxHTTP"]),
        // A service of its own: no store, no accounts, no records (scripts/check-manifest holds it to that).
        .target(
            name: "WaxRelay",
            dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxHTTP", "WaxProviders"]),
        .target(name: "WaxCommands", dependencies: ["WaxSystem"]),
        .target(
            name: "WaxServer",
            dependencies: [
                "WaxSystem", "WaxHTTP", "WaxStore", "WaxProviders", "WaxRecords", "WaxWebhooks", "WaxDelivery",
                "WaxPushAPI", "WaxPersonal", "WaxRelay", "WaxEnvelope", "WaxJSON", "WaxFields", "WaxCommands",
            ]),

        // The senders of personal notifications.
        .target(
            name: "PushwardClient",
            dependencies: ["WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxHTTP"]),
        .target(
            name: "PushwardCommands",
            dependencies: [
                "WaxSystem", "WaxJSON", "WaxEnvelope", "WaxHTTP", "WaxCommands", "PushwardClient", c("CJQ"),
                c("CQRencode"),
            ]),
        .target(
            name: "PushwardMCP",
            dependencies: [
                "WaxSystem", "WaxJSON", "WaxEnvelope", "WaxHTTP", "WaxCommands", "PushwardClient", "PushwardCommands",
            ]),
        .executableTarget(name: "pushward", dependencies: ["WaxCommands", "PushwardCommands", "PushwardMCP"]),

        .executableTarget(name: "waxwing", dependencies: ["WaxCommands", "WaxServer"]),
        .executableTarget(
            name: "waxwing-simulator",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "HonkioPush", "WaxHTTP", "WaxSimulator",
                "WaxCommands",
            ]),
        .executableTarget(
            name: "waxwing-vectors", dependencies: ["WaxCrypto", "WaxJSON", "WaxEnvelope"]),
        // Says when recurring schedules are sent, for Tests/Interop to compare.
        .executableTarget(name: "waxwing-recurrence", dependencies: ["WaxPersonal", "WaxSystem"]),
        .executableTarget(
            name: "waxwing-bench",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxHTTP", "WaxStore", "WaxProviders", "WaxRecords",
                "WaxPushAPI", "WaxDelivery", "WaxRelay", "WaxServer", "WaxSimulator", c("COpenSSL"),
            ]),

        // What the fuzzers, a package of their own, may call.
        .target(name: "WaxFuzzing", dependencies: ["WaxCrypto", "WaxJSON", "WaxEnvelope"]),

        .target(
            name: "TestSupport",
            dependencies: [
                "WaxSystem", "WaxCrypto", "WaxJSON", "WaxHTTP", "WaxCommands", c("COpenSSL"), c("CLinux"),
            ],
            path: "Tests/TestSupport"),
        .target(
            name: "PushTestSupport",
            dependencies: [
                "WaxRecords", "WaxProviders", "WaxEnvelope", "WaxStore", "WaxSystem", "WaxCrypto", "WaxJSON",
                "TestSupport",
            ],
            path: "Tests/PushTestSupport"),
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "WaxCryptoTests", dependencies: ["WaxCrypto", "WaxJSON", "TestSupport", "CAllocationCounter"]),
        .testTarget(name: "WaxSystemTests", dependencies: ["WaxSystem", "TestSupport"]),
        .testTarget(name: "WaxJSONTests", dependencies: ["WaxJSON", "TestSupport"]),
        .testTarget(name: "WaxFieldsTests", dependencies: ["WaxFields", "WaxJSON", "TestSupport"]),
        .testTarget(
            name: "WaxEnvelopeTests",
            dependencies: ["WaxEnvelope", "WaxCrypto", "WaxJSON", "WaxSystem", "TestSupport", "waxwing-vectors"]),
        .testTarget(
            name: "HonkioPushTests",
            dependencies: ["HonkioPush", "WaxEnvelope", "WaxCrypto", "WaxJSON", "WaxSystem", "TestSupport"]),
        .testTarget(name: "WaxHTTPTests", dependencies: ["WaxHTTP", "WaxSystem", "TestSupport"]),
        .testTarget(
            name: "WaxRecordsTests",
            dependencies: [
                "WaxRecords", "WaxProviders", "WaxEnvelope", "WaxStore", "WaxSystem", "WaxCrypto", "WaxJSON",
                "TestSupport",
                "PushTestSupport",
            ]),
        .testTarget(name: "WaxStoreTests", dependencies: ["WaxStore", "WaxSystem", "WaxCrypto", "TestSupport"]),
        .testTarget(
            name: "WaxProvidersTests",
            dependencies: [
                "WaxProviders", "WaxSystem", "WaxCrypto", "WaxJSON", "WaxEnvelope", "WaxHTTP", "TestSupport",
            ]),
        .testTarget(
            name: "WaxDeliveryTests",
            dependencies: [
                "WaxDelivery", "WaxRecords", "WaxProviders", "WaxEnvelope", "WaxHTTP", "WaxStore", "WaxSystem",
                "WaxCrypto", "WaxJSON", "TestSupport", "PushTestSupport",
            ]),
        .testTarget(
            name: "WaxPushAPITests",
            dependencies: [
                "WaxPushAPI", "WaxDelivery", "WaxRecords", "WaxProviders", "WaxEnvelope", "WaxFields", "WaxStore",
                "WaxHTTP", "WaxSystem", "WaxCrypto", "WaxJSON", "TestSupport", "PushTestSupport",
            ]),
        .testTarget(
            name: "WaxPersonalTests",
            dependencies: [
                "WaxPersonal", "WaxVectors", "WaxWebhooks", "WaxDelivery", "WaxObjects", "WaxRecords", "WaxProviders",
                "WaxEnvelope", "WaxFields", "WaxStore", "WaxHTTP", "WaxSystem", "WaxCrypto", "WaxJSON", "TestSupport",
                "PushTestSupport",
            ]),
        .testTarget(
            name: "WaxWebhooksTests",
            dependencies: [
                "WaxWebhooks", "WaxPushAPI", "WaxDelivery", "WaxObjects", "WaxRecords", "WaxProviders", "WaxStore",
                "WaxEnvelope", "WaxHTTP", "WaxSystem", "WaxJSON", "TestSupport", "PushTestSupport",
            ]),
        .testTarget(
            name: "WaxSimulatorTests",
            dependencies: [
                "WaxSimulator", "HonkioPush", "WaxEnvelope", "WaxHTTP", "WaxSystem", "WaxCrypto", "WaxJSON",
                "WaxCommands", "TestSupport", "waxwing-simulator",
            ]),
        .testTarget(
            name: "WaxRelayTests",
            dependencies: [
                "WaxRelay", "HonkioPush", "WaxSimulator", "WaxEnvelope", "WaxProviders", "WaxHTTP", "WaxSystem",
                "WaxCrypto", "WaxJSON", "TestSupport",
            ]),
        .testTarget(
            name: "WaxServerTests",
            dependencies: [
                "WaxServer", "WaxCommands", "WaxPushAPI", "WaxRecords", "WaxProviders", "WaxStore", "WaxHTTP",
                "WaxJSON",
                "WaxSystem", "TestSupport",
            ]),
        .testTarget(name: "WaxCommandsTests", dependencies: ["WaxCommands", "WaxSystem", "TestSupport"]),
        .testTarget(
            name: "PushwardClientTests",
            dependencies: [
                "PushwardClient", "WaxCrypto", "WaxEnvelope", "WaxHTTP", "WaxJSON", "WaxSystem", "TestSupport",
            ]),
        .testTarget(
            name: "PushwardCommandsTests",
            dependencies: [
                "PushwardCommands", "PushwardMCP", "PushwardClient", "WaxCommands", "WaxEnvelope", "WaxHTTP", "WaxJSON",
                "WaxSystem", "TestSupport", "pushward",
            ]),
        .testTarget(
            name: "PushwardMCPTests",
            dependencies: [
                "PushwardMCP", "PushwardClient", "PushwardCommands", "WaxCommands", "WaxEnvelope", "WaxHTTP", "WaxJSON",
                "WaxSystem", "TestSupport",
            ]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "WaxSimulator", "HonkioPush", "WaxServer", "WaxEnvelope", "WaxRecords", "WaxWebhooks", "WaxProviders",
                "WaxStore", "WaxHTTP", "WaxSystem", "WaxCrypto", "WaxJSON", "PushTestSupport", "TestSupport", "waxwing",
                "waxwing-simulator", "waxwing-bench",
            ]),
        .testTarget(name: "WaxwingBenchTests", dependencies: ["waxwing-bench"]),
    ],
    swiftLanguageModes: [.v6]
)

if hasCryptoMB {
    package.targets.append(cLibrary("CCryptoMB", pkgConfig: "crypto_mb", apt: nil))
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
