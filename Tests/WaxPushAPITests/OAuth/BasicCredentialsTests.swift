// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxPushAPI

@Suite struct BasicCredentialsTests {
    @Test(arguments: [
        ("Basic YTpi", "a", "b"), ("basic YTpi", "a", "b"), ("Basic YTo=", "a", ""), ("Basic OmI=", "", "b"),
        // The first colon divides; an encoded one does not, and a plus is a space.
        ("Basic YTpiOmM=", "a", "b:c"), ("Basic YSUzQWI6Yys=", "a:b", "c "),
        // Both characters that base64url has in another place.
        ("Basic Pz8/Pjo+", "???>", ">"),
    ])
    func read(header: String, user: String, password: String) throws {
        let credentials = try #require(BasicCredentials(authorization: header))
        #expect(credentials.user == user)
        #expect(credentials.password == password)
    }

    @Test(arguments: [
        "", "Basic", "Basic ", "Bearer YTpi", "Basic YTpi YTpi", "Basic YTp", "Basic YWI=", "Basic YTpi=", "Basic ====",
        "Basic Pz8_Pjo-", "Basic YTolMA==", "Basic YTr/", "Basic !!!!",
    ])
    func refused(header: String) {
        #expect(BasicCredentials(authorization: header) == nil)
    }
}
