// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxHTTP
import WaxJSON

/// `pushward api`: any call of the API. It never encrypts.
enum APICommand {
    static let path = Argument("PATH", .string, help: "the path, with a query or without")
    static let method = Option(
        optional: "method", short: "X", .string, valueName: "METHOD", help: "GET, or POST when there is a body")
    static let headers = Option(
        repeated: "header", short: "H", .string, valueName: "'NAME: VALUE'", help: "a header to send")

    static let entry = CommandEntry(
        Command(
            "api", "make any call of the API",
            discussion: """
                With GET, HEAD and DELETE the fields go into the query.
                It never encrypts: what you give is what the server reads.
                """,
            options: [method, headers] + BodyOptions.all, arguments: [path])
    ) { command, session in
        let request = try request(command, session)
        let response = try await session.client().send(request)
        try session.output.write(response.body)
    }

    private static func request(_ command: ParsedCommand, _ session: Session) throws(ClientError) -> APIRequest {
        let fields = command[BodyOptions.fields]
        let rawFields = command[BodyOptions.rawFields]
        let hasBody = command[BodyOptions.data] != nil || !fields.isEmpty || !rawFields.isEmpty
        let method = command[method].map { $0.uppercased() } ?? (hasBody ? "POST" : "GET")
        guard method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw .usage("--method must be a method such as PATCH")
        }
        var request = APIRequest(method, try checkedPath(command[path]))
        request.hidesQuery = true
        request.headers = try headers(command)
        if ["GET", "HEAD", "DELETE"].contains(method) {
            guard command[BodyOptions.data] == nil else { throw .usage("--data is nothing for \(method)") }
            let builder = BodyBuilder(session.data)
            for field in fields {
                let (key, value) = try BodyBuilder.split(field, flag: "--field")
                request.query.append(QueryItem(name: key, value: value))
            }
            for field in rawFields {
                let (key, text) = try BodyBuilder.split(field, flag: "--raw-field")
                let value = try builder.typed(text, key)
                request.query.append(
                    QueryItem(name: key, value: value.stringValue ?? String(decoding: value.compact, as: UTF8.self)))
            }
        } else if hasBody {
            request.body = .object(try BodyOptions.body(command, flags: [:], from: session.data))
        }
        return request
    }

    /// A path of this server: a whole URL would take the key elsewhere.
    private static func checkedPath(_ text: String) throws(ClientError) -> String {
        let beforeQuery = text.prefix { $0 != "?" }
        guard !beforeQuery.contains("://"), !text.hasPrefix("//"), !text.utf8.contains(UInt8(ascii: "#")) else {
            throw .usage("give the path alone, such as /auth/me; --api-url names the server")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw .usage("the path must be printable ASCII; write anything else as percent escapes")
        }
        guard !PathSegments.of(text).contains(where: PathSegments.isDots) else {
            throw .usage("the path cannot have the segments . and .., escaped or not: write where it leads")
        }
        return text.hasPrefix("/") ? text : "/" + text
    }

    private static func headers(_ command: ParsedCommand) throws(ClientError) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for text in command[Self.headers] {
            let scalars = text.unicodeScalars
            guard let colon = scalars.firstIndex(of: ":"), colon != scalars.startIndex else {
                throw .usage("--header must be written 'Name: value'")
            }
            let name = String(scalars[..<colon])
            let value = String(scalars[colon...].dropFirst()).trimmed ?? ""
            guard HTTPHeaders.Field(name: name, value: value).isValid else {
                throw .usage("--header must be written 'Name: value', on one line")
            }
            guard !["authorization", "host", "content-length", "transfer-encoding"].contains(name.lowercased()) else {
                throw .usage("--header cannot set \(name)")
            }
            headers.add(name, value)
        }
        return headers
    }
}
