// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// What each request says about itself from revision 2026-07-28 on, in `params._meta`.
enum RequestEnvelope {
    /// The member that names the version.
    static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// The version that a request names; nil when it names none, as requests of older revisions do.
    static func version(of parameters: JSONObject) throws(RPCError) -> ProtocolVersion? {
        guard let meta = parameters["_meta"]?.objectValue, let value = meta[versionKey] else { return nil }
        guard let text = value.stringValue else { throw RPCError(.invalidParameters, "\(versionKey) must be a text") }
        guard meta[capabilitiesKey]?.objectValue != nil else {
            throw RPCError(.invalidParameters, "\(capabilitiesKey) must be an object")
        }
        guard let version = ProtocolVersion.stateless.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
            throw .unsupportedVersion(text, supported: ProtocolVersion.stateless)
        }
        return version
    }
}
