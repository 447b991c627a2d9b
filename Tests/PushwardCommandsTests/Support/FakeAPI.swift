// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON

/// A server on this machine that keeps what it is asked, and answers as the test says.
final class FakeAPI: Sendable {
    /// One request that came.
    typealias Call = Receiver.Delivery

    private let receiver: Receiver

    /// `answer` is given each call and how many there have been with it.
    init(_ answer: @escaping @Sendable (Call, Int) -> HTTPResponse) throws {
        receiver = try Receiver { call, count in answer(call, count) }
    }

    /// Answers one after the other, the last of them for ever.
    convenience init(_ answers: HTTPResponse...) throws {
        try self.init { _, count in answers[min(count, answers.count) - 1] }
    }

    var url: String { receiver.origin }
    var calls: [Call] { receiver.deliveries }
}

extension Receiver.Delivery {
    /// The method and the target, as tests name a call.
    var line: String { "\(method) \(target)" }
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue { event }
}

extension HTTPResponse {
    /// JSON text with a status and more headers.
    static func answer(_ text: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPResponse {
        var response = HTTPResponse.json(Array(text.utf8), status: status)
        for (name, value) in headers { response.headers.add(name, value) }
        return response
    }

    /// Problem details.
    static func problem(
        _ status: Int, _ code: String?, _ more: String = "", headers: [(String, String)] = []
    ) -> HTTPResponse {
        let code = code.map { "\"code\":\"\($0)\"," } ?? ""
        return answer("{\(code)\"status\":\(status),\"detail\":\"it is so\"\(more)}", status: status, headers)
    }
}
