// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxJSON
import waxwing_vectors

@Suite struct VectorTests {
    static let names = ["hk-vectors-v2.json", "pw1-vectors-v1.json", "sealed-token-vectors-v1.json"]

    @Test func filesAreWhatTheGeneratorMakes() throws {
        let files = try VectorFile.all()
        #expect(files.map(\.name) == Self.names)
        for file in files {
            let stored = try Data(contentsOf: VectorSections.folder.appending(path: file.name))
            #expect(stored == Data(file.text), "\(file.name)")
        }
    }

    @Test(arguments: names)
    func files(name: String) throws {
        let text = try Data(contentsOf: VectorSections.folder.appending(path: name))
        try VectorSections(Array(text)).run()
    }

    /// The values that were published with the two formats, from outside of the generator.
    @Test func publishedCases() throws {
        let files = try VectorFile.all().map { try VectorSections($0.text) }
        let hk = try #require(files.first?.seal.first)
        #expect(try hk.member("envelope").compact == Array(HKEnvelopeTests.published.utf8))
        let pw1 = try #require(files[1].seal.first)
        #expect(
            try pw1.text("envelope")
                == "pw1.767c0806.oKGio6Slpqeoqaqr-DhDOK4k53I0XIqFXerStl8L5wgFH2EUp_HSYIhOtPQU6R9X6oBtcwaIVw6kyen5OK3Vm_WWiP9w4ooFbGhar_XGOj1J"
        )
    }

    /// The hashes that were published with the sealed token, and the tags of its texts.
    @Test func publishedTokens() throws {
        let file = try VectorSections(try #require(VectorFile.all().last).text)
        let hashes = [
            "11c43cdb2ddd68b1926f6b72a6e70d3e05e4c07a4f51b22b431392800c2d9924",
            "9b535b01afaaf9bf67181b65b1bd1135ec049b155dd4ecdaf3611d6ddf864c6d",
            "60fc5551f1a48331d980b1a7347f4572d59c49e55ca2577e8c0599c67e0f853c",
            "d59756857e30832072d62da76dc40a26fb571ffc312903c69a64d04fc519ea56",
        ]
        let tickets = [
            "459c9d295fc9dd273240866c3725a928", "210441eb189fdd0beafde3a735adc258",
            "81b087e85c39d804b400e4001ef4230f", "00000000000000000000000000000000",
        ]
        #expect(try file.seal.map { try $0.text("sha256") } == hashes)
        #expect(try file.seal.map { try $0.member("content").text("ticket_hex") } == tickets)
        #expect(file.seal.first?["content"]?["revtag_hex"] == "dd39a9be28dc5997f4fad3527dc8cf81")
        #expect(file.file["kid"] == "2a75bb042021a7cf")
        #expect(try file.seal.allSatisfy { try $0.text("token").utf8.count == 1833 })
    }

    @Test func sizes() throws {
        let file = try #require(VectorFile.all().first)
        let hk = try VectorSections(file.text).seal
        let apns = try #require(hk.first { $0["name"] == "largest_for_apns" })
        #expect(try apns.member("apns_payload").compact.count == 4096)
        let fcm = try #require(hk.first { $0["name"] == "largest_for_fcm" })
        #expect(2 + (try fcm.member("fcm_data").text("hk")).utf8.count == 4096)
        #expect(fcm["apns_payload"] == nil)
    }

    @Test(arguments: ["seal", "open_fail", "parse_fail", "format"])
    func emptySectionsAreRefused(section: String) throws {
        let whole = try #require(VectorFile.all().last)
        var file = try #require(JSONReader.parse(whole.text).objectValue)
        file[section] = []
        #expect(throws: VectorSections.Refused(section: section)) { try VectorSections(JSONValue.object(file).compact) }
        file[section] = nil
        #expect(throws: VectorSections.Refused(section: section)) { try VectorSections(JSONValue.object(file).compact) }
    }

    private static let extraFolder = ProcessInfo.processInfo.environment["WAXWING_EXTRA_VECTORS"]

    /// Vector files from elsewhere, by format; files of formats that are not this module's are left alone.
    @Test(.enabled(if: extraFolder != nil, "WAXWING_EXTRA_VECTORS names a folder of vector files"))
    func extraFiles() throws {
        let folder = try #require(Self.extraFolder)
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
            let text = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            let file = try JSONReader.parse(text)
            if ["hk", "pw1", "spt1"].contains(file["format"]) {
                try VectorSections(text).run()
                count += 1
            } else if file["recipient"] != nil, file["envelope"] != nil {
                try HKVectorRunner().seal(file)
                count += 1
            }
        }
        #expect(count > 0, "no file of a known format")
    }
}
