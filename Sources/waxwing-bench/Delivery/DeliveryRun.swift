// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// One server, and the pushes that are measured with it.
struct DeliveryRun {
    /// What one push to all devices came to.
    struct Measurement {
        let deliveries: Int
        /// From acceptance to the last recorded result.
        let seconds: Double
        let serverSeconds: Double
        let sinkSeconds: Double

        var rate: Double { Double(deliveries) / seconds }
        var serverMicroseconds: Double { serverSeconds / Double(deliveries) * 1e6 }
        var sinkMicroseconds: Double { sinkSeconds / Double(deliveries) * 1e6 }
    }

    private static let content: JSONObject = [
        "title": "Your parcel is on its way",
        "body": "It will be with you tomorrow between 9 and 12. Follow it on the map from 8 o'clock on.",
        "data": ["order": "A-10425", "screen": "parcel", "step": "3"], "all_devices": true,
    ]

    private let data: DeliveryData
    private let app: String
    private let server: ChildProgram
    private let sink: ChildProgram
    private let client: APIClient
    /// Whether the server seals eight messages at a time.
    let usesLanes: Bool

    init(
        _ data: DeliveryData, _ manner: DeliveryManner, standIn: StandIn, sink: StandIn.Sink, programs: String
    ) throws {
        self.data = data
        self.sink = standIn.program(sink)
        app = manner == .plain ? data.plainApp : data.sealedApp
        server = try ChildProgram(
            ["\(programs)/waxwing", "serve", "--listen", "127.0.0.1:0", "--data", data.directory],
            environment: standIn.environment(sink) + [(name: "WAXWING_FCM_RAMP_SECONDS", value: "0")]
                + [(name: "WAXWING_NO_LANES", value: manner == .sealedOneByOne ? "true" : "false")],
            output: "\(data.directory).log")
        let port = try server.listeningPort()
        usesLanes = try server.first { text in
            text.contains("sealing eight messages") ? true : text.contains("sealing one message") ? false : nil
        }
        client = APIClient(port: port, key: data.key)
    }

    /// Sends one push to all devices, and waits until each delivery is recorded as sent.
    func push() async throws -> Measurement {
        let (serverBefore, sinkBefore) = (try server.usage(), try sink.usage())
        var request = Self.content
        request.append("app_id", .string(app))
        let push = try await client.make("POST", "/v1/push", request)
        let clock = ContinuousClock()
        let start = clock.now
        var state = try await client.call("GET", "/v1/push/\(push)")
        while state["status"] == "queued" || state["status"] == "sending" {
            try await Task.sleep(for: .milliseconds(10))
            try sink.checkIsRunning()
            state = try await client.call("GET", "/v1/push/\(push)")
        }
        let seconds = (clock.now - start) / .seconds(1)
        let (serverAfter, sinkAfter) = (try server.usage(), try sink.usage())
        guard state["status"] == "sent", state["counts"]?["sent"] == .number(JSONNumber(data.count)) else {
            throw BenchmarkFailure("a push was not sent to all: \(String(decoding: state.compact, as: UTF8.self))")
        }
        return Measurement(
            deliveries: data.count, seconds: seconds, serverSeconds: serverAfter.cpuSeconds - serverBefore.cpuSeconds,
            sinkSeconds: sinkAfter.cpuSeconds - sinkBefore.cpuSeconds)
    }

    /// The most memory that the server has had so far, in megabytes.
    func peakMegabytes() throws -> Double { Double(try server.usage().peakBytes) / 1e6 }
}
