// SPDX-License-Identifier: Apache-2.0
import CJQ

/// Owns one reference to a value of libjq.
struct JQValue: ~Copyable {
    private let value: jv

    /// Takes over the caller's reference.
    init(_ value: jv) {
        self.value = value
    }

    deinit { jv_free(value) }

    /// Whether it is one at all. Asking for the kind is the one question that takes no reference over.
    var isValid: Bool { jv_get_kind(value) != JV_KIND_INVALID }

    /// What an invalid value says about itself; nil when it only marks the end.
    var message: String? {
        guard jv_invalid_has_msg(jv_copy(value)) != 0 else { return nil }
        return String(decoding: JQValue(jv_invalid_get_msg(jv_copy(value))).line, as: UTF8.self)
    }

    /// A string as it is, anything else as compact JSON.
    var line: [UInt8] {
        if jv_get_kind(value) == JV_KIND_STRING { return bytes }
        return JQValue(jv_dump_string(jv_copy(value), 0)).bytes
    }

    /// Gives the reference away.
    consuming func take() -> jv {
        let value = value
        discard self
        return value
    }

    /// The bytes of a string.
    private var bytes: [UInt8] {
        let count = Int(jv_string_length_bytes(jv_copy(value)))
        guard let start = jv_string_value(value) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
