// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON

/// The three parts of a signed token, taken apart without the code under test.
struct DecodedToken {
    let header: JSONValue
    let claims: JSONValue
    let signature: [UInt8]
    /// What the signature is over.
    let content: [UInt8]

    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        try #require(parts.count == 3)
        header = try JSONReader.parse(try #require(Base64URL.decode(parts[0])))
        claims = try JSONReader.parse(try #require(Base64URL.decode(parts[1])))
        signature = try #require(Base64URL.decode(parts[2]))
        content = Array((parts[0] + "." + parts[1]).utf8)
    }
}
