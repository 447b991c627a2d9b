// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxFields
import WaxProviders
import WaxPushAPI
import WaxRecords

/// Holds the tables of `docs/en/errors.md` to the codes and texts of the program.
@Suite struct ErrorDocumentTests {
    /// The rows of each table, by the heading that stands before it.
    private let tables: [String: [[String]]]

    init() throws {
        let url = APIDescription.folder.appending(path: "en/errors.md")
        var tables: [String: [[String]]] = [:]
        var heading = ""
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") {
                heading = line.drop { $0 == "#" || $0 == " " }.description
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                tables[heading, default: []].append(cells)
            }
        }
        self.tables = tables
    }

    private func rows(_ heading: String) throws -> [[String]] { try #require(tables[heading], "\(heading)") }

    @Test func codesOfAnswers() throws {
        let expected = APIErrorCode.allCases.map {
            ["`\($0.rawValue)`", "\($0.status)", $0.message.english, $0.message.french]
        }
        let rows = try rows("An answer that is not 2xx")
        #expect(rows.map { Array($0.prefix(4)) } == expected)
        #expect(rows.allSatisfy { $0.count == 5 && !$0[4].isEmpty })
    }

    @Test func codesOfFields() throws {
        let rules: [FieldRule] = [
            .required, .unknown, .notNull, .type(.string), .length(1...2), .range(1...2), .oneOf([]), .count(1...2),
            .duplicate, .exactlyOne([]), .notAllowed(LocalizedText("", "")), .format(LocalizedText("", "")),
        ]
        #expect(try rows("Fields").map(\.[0]) == rules.map { "`\($0.code)`" })
    }

    @Test func codesOfTheTokenEndpoint() throws {
        #expect(
            Set(try rows("Access tokens").map(\.[0])) == Set(OAuthError.Code.allCases.map { "`\($0.rawValue)`" }))
    }

    @Test func codesOfDeliveries() throws {
        let rows = try rows("A delivery that was not made")
        #expect(rows.map { Array($0.prefix(2)) } == DeliveryError.allCases.map { ["`\($0.rawValue)`", $0.message] })
        #expect(rows.allSatisfy { $0.count == 4 && !$0[2].isEmpty && !$0[3].isEmpty })
        #expect(Set(rows.map(\.[2])).count == rows.count)
        // What the document says of refunds.
        #expect(DeliveryError.allCases.filter { !$0.isCertain } == [.providerTimeout])
    }

    @Test func codesOfPushes() throws {
        let rows = try rows("A push that failed")
        #expect(rows.map { Array($0.prefix(2)) } == PushFailure.allCases.map { ["`\($0.rawValue)`", $0.message] })
        #expect(rows.allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    }
}
