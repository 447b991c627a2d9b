// SPDX-License-Identifier: Apache-2.0
import WaxSystem

extension APNsRules {
    /// Checks everything in the header fields that is not about who sends what to whom, and gives the kind of push.
    func pushType(_ headers: APNsHeaders) throws(APNsReason) -> APNsPushType {
        if let id = headers.messageID, !Self.isCanonicalUUID(id) { throw .badMessageID }
        if let id = headers.collapseID, !(1...64).contains(id.utf8.count) { throw .badCollapseID }
        if let expiration = headers.expiration {
            guard expiration.utf8.allSatisfy(\.isDigit), UInt64(expiration) != nil else { throw .badExpirationDate }
        }
        if let priority = headers.priority, !["1", "5", "10"].contains(priority) { throw .badPriority }
        guard let text = headers.pushType else { return .alert }
        guard let type = APNsPushType(rawValue: text) else { throw .invalidPushType }
        // A push in the background without a priority would have 10, which is an error.
        if type == .background, headers.priority ?? "10" == "10" { throw .badPriority }
        return type
    }

    /// The app that the topic names.
    func bundleID(
        _ headers: APNsHeaders, type: APNsPushType, team: String, registry: Registry
    ) throws(APNsReason) -> String {
        guard let topic = headers.topic else { throw .missingTopic }
        guard Self.isTopic(topic), topic.utf8.count > type.topicSuffix.utf8.count, topic.hasSuffix(type.topicSuffix)
        else { throw .badTopic }
        let bundleID = String(topic.dropLast(type.topicSuffix.utf8.count))
        guard registry.teams[bundleID]?.hasSameBytes(as: team) == true else { throw .topicDisallowed }
        return bundleID
    }

    /// What bundle ids are made of (CFBundleIdentifier).
    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    private static func isCanonicalUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isLowerHexadecimal) }
    }
}
