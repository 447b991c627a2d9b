// SPDX-License-Identifier: Apache-2.0
import CJQ

/// A compiled expression of jq. Owns libjq's state.
struct JQProgram: ~Copyable {
    private var state: OpaquePointer?

    /// Throws the first of the messages of the compiler.
    init(_ expression: String) throws(JQError) {
        guard !expression.utf8.contains(0), let state = jq_init() else { throw JQError(message: "it is no text") }
        // libjq asserts or jumps into nothing where these are not set: there is no further input, and no library.
        jq_set_input_cb(state, nil, nil)
        jq_set_debug_cb(state, nil, nil)
        jq_set_attr(state, jv_string("JQ_LIBRARY_PATH"), jv_array())
        jq_set_attr(state, jv_string("JQ_ORIGIN"), jv_string("/"))
        jq_set_attr(state, jv_string("PROGRAM_ORIGIN"), jv_string("."))
        let messages = Messages()
        jq_set_error_cb(
            state,
            { context, message in
                guard let context else { return jv_free(message) }
                Unmanaged<Messages>.fromOpaque(context).takeUnretainedValue().add(JQValue(message))
            }, Unmanaged.passUnretained(messages).toOpaque())
        let isCompiled = withExtendedLifetime(messages) { jq_compile(state, expression) != 0 }
        // The messages do not outlive this call, and running has a way of its own to tell what went wrong.
        jq_set_error_cb(state, { _, message in jv_free(message) }, nil)
        self.state = state
        guard isCompiled else { throw JQError(message: messages.first ?? "it cannot be compiled") }
    }

    deinit {
        var state = state
        jq_teardown(&state)
    }

    /// All results for a value, `null` for one that is blank, each as a line: a string raw, anything else as JSON. `emit` is given each as it comes,
    /// so that what comes before an error is not lost.
    mutating func run<Failure: Error>(
        _ json: [UInt8], emit: ([UInt8]) throws(Failure) -> Void, failed: (JQError) -> Failure
    ) throws(Failure) {
        let isBlank = json.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let text = isBlank ? Array("null".utf8) : json
        let input = JQValue(
            text.withUnsafeBytes {
                jv_parse_sized($0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count))
            })
        guard input.isValid else { throw failed(JQError(message: "the answer is not JSON")) }
        jq_start(state, input.take(), 0)
        while true {
            let result = JQValue(jq_next(state))
            guard result.isValid else {
                guard let message = result.message ?? haltMessage else { return }
                throw failed(JQError(message: message))
            }
            try emit(result.line)
        }
    }

    /// What `halt_error` says.
    private var haltMessage: String? {
        guard jq_halted(state) != 0 else { return nil }
        let code = JQValue(jq_get_exit_code(state))
        let message = JQValue(jq_get_error_message(state))
        guard code.isValid, code.line != Array("0".utf8) else { return nil }
        return message.isValid ? String(decoding: message.line, as: UTF8.self) : "it halted"
    }

    /// What the compiler says, of which the first line is enough.
    private final class Messages {
        private(set) var first: String?

        func add(_ message: borrowing JQValue) {
            guard first == nil else { return }
            let text = String(decoding: message.line, as: UTF8.self)
            let line = text.split(separator: "\n").first.map(String.init) ?? text
            first = line.hasPrefix("jq: error: ") ? String(line.dropFirst(11)) : line
        }
    }
}

/// Why an expression cannot be compiled, or cannot be applied to a value.
struct JQError: Error, Hashable, CustomStringConvertible {
    /// libjq's own words, which may quote the value.
    let message: String

    var description: String { message }
}
