// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// Many devices of both platforms, registered with a server, and what became of a push to all of them.
struct Audience: Sendable {
    /// The number of all devices.
    static let count = 1000

    private let groups: [BulkDevices]
    /// Where each device is found by its id: its group, and its number there.
    private let places: [String: (group: Int, index: Int)]

    /// Registers the devices; six in ten are iPhones.
    init(_ stage: Stage) async throws {
        let groups = [
            stage.simulator.newDevices(Self.count * 6 / 10, for: Stage.iPhone, keyCount: 4, sampleInterval: 50),
            stage.simulator.newDevices(Self.count * 4 / 10, for: Stage.android, keyCount: 4, sampleInterval: 50),
        ]
        let devices = groups.enumerated().flatMap { group, devices in (0..<devices.count).map { (group, $0) } }
        let api = stage.api
        let lanes = 16
        places = try await withThrowingTaskGroup(of: [(String, (group: Int, index: Int))].self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    var registered: [(String, (group: Int, index: Int))] = []
                    for (group, index) in devices[lane...].enumerated().filter({ $0.offset % lanes == 0 }).map(
                        \.element)
                    {
                        let devices = groups[group]
                        let body: JSONObject = [
                            "app_id": .string(stage.appID), "platform": group == 0 ? "ios" : "android",
                            "token": .string(devices.token(at: index)), "user_id": .string("user_\(group)_\(index)"),
                            "encryption_public_key": .string(try #require(devices.encryptionPublicKey(at: index))),
                        ]
                        let device = try await api.make("PUT", "/v1/push/devices", body)
                        registered.append((try device.string("id"), (group, index)))
                    }
                    return registered
                }
            }
            return try await tasks.reduce(into: [:]) { places, registered in
                for (id, place) in registered { places[id] = place }
            }
        }
        self.groups = groups
    }

    /// How often the push arrived at each device.
    var arrivals: [String: Int] { places.mapValues { groups[$0.group].arrivals(at: $0.index) } }

    /// The token of a device; empty when there is none with this id.
    func token(of device: String) -> String {
        places[device].map { groups[$0.group].token(at: $0.index) } ?? ""
    }

    /// How many pushes arrived.
    var total: Int { groups.reduce(0) { $0 + $1.totalArrivals } }

    /// Whether all that was sampled opens, and holds this title.
    func sampleOpens(as title: String) -> Bool { groups.sampleOpens(as: title) }

    /// Forgets what arrived.
    func reset() { for group in groups { group.reset() } }
}
