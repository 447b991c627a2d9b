// SPDX-License-Identifier: Apache-2.0

extension HKEnvelope {
    /// How an envelope stands in the JSON around it.
    package enum Form: Sendable {
        /// As an object: `hk` beside `aps`.
        case object
        /// With its quotes escaped, as the inside of a string: `data.hk` of FCM. The quotes around it are the caller's.
        case text
    }

    /// Writes the envelope straight from its parts, without a string or an array in between.
    ///
    /// `kid` is the 16 characters of a key id and `enc` the 65 bytes of a point. The bytes are those of `json`.
    package static func append(
        kid: Span<UInt8>, enc: Span<UInt8>, ct: Span<UInt8>, as form: Form = .object, to json: inout [UInt8]
    ) {
        precondition(kid.count == 16 && enc.count == HKPublicKey.byteCount && ct.count >= tagByteCount)
        let frame = form == .object ? Frame.object : Frame.text
        let count = frame.byteCount + kid.count + HKPublicKey.textLength + Base64URL.encodedCount(ct.count)
        json.grow(by: count) { room in
            var rest = room
            rest.put(frame.beforeKid)
            kid.withUnsafeBufferPointer { rest.put($0) }
            rest.put(frame.beforeEnc)
            enc.withUnsafeBufferPointer { rest.putBase64URL($0) }
            rest.put(frame.beforeCt)
            ct.withUnsafeBufferPointer { rest.putBase64URL($0) }
            rest.put(frame.end)
        }
    }
}

/// What stands between the parts.
private struct Frame {
    let beforeKid: StaticString
    let beforeEnc: StaticString
    let beforeCt: StaticString
    let end: StaticString

    var byteCount: Int {
        beforeKid.utf8CodeUnitCount + beforeEnc.utf8CodeUnitCount + beforeCt.utf8CodeUnitCount + end.utf8CodeUnitCount
    }

    static var object: Frame {
        Frame(beforeKid: #"{"v":2,"kid":""#, beforeEnc: #"","enc":""#, beforeCt: #"","ct":""#, end: #""}"#)
    }

    static var text: Frame {
        Frame(
            beforeKid: #"{\"v\":2,\"kid\":\""#, beforeEnc: #"\",\"enc\":\""#, beforeCt: #"\",\"ct\":\""#,
            end: #"\"}"#)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes at the start and moves it behind what was written.
    fileprivate mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        _ = update(fromContentsOf: bytes)
        self = UnsafeMutableBufferPointer(rebasing: self[bytes.count...])
    }

    fileprivate mutating func put(_ text: StaticString) {
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func putBase64URL(_ bytes: UnsafeBufferPointer<UInt8>) {
        Base64URL.write(bytes, to: self)
        self = UnsafeMutableBufferPointer(rebasing: self[Base64URL.encodedCount(bytes.count)...])
    }
}
