// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope

/// What a browser is sent before it is encrypted for the subscription (RFC 8291): its service worker reads it.
package enum WebPushPayload {
    /// The member that holds the envelope.
    package static let envelopeKey = "hk"

    /// The push as JSON in the order title, body, data, badge, sound, thread_id; only what is there.
    package static func plain(_ content: PushContent) -> PlainTemplate {
        let text = content.plaintext
        return PlainTemplate(platform: .web, sizeBytes: text.count, pieces: [text])
    }

    /// An object with nothing but room for the envelope, as the member `hk`.
    package static func sealed() -> SealedTemplate {
        let (before, after) = (Array("{\"\(envelopeKey)\":".utf8), Array("}".utf8))
        return SealedTemplate(platform: .web, overheadBytes: before.count + after.count, pieces: [before, after])
    }
}
