// SPDX-License-Identifier: Apache-2.0
package import WaxFields

/// Every code that a problem of the notifications API carries, with its status and its usual text.
package enum ProblemCode: String, CaseIterable, Sendable {
    case notificationInvalid = "notification.invalid"
    case scheduleInvalid = "scheduled_notification.invalid"
    case cursorInvalid = "cursor.invalid"
    case tokenInvalid = "token.invalid"
    case keyExpired = "integration_key.expired"
    case permissionDenied = "integration_key.permission_denied"
    case notificationNotFound = "notification.not_found"
    case answerNotFound = "notification_answer.not_found"
    case receiptNotFound = "notification_receipt.not_found"
    case scheduleNotFound = "scheduled_notification.not_found"
    case deviceNotFound = "device.not_found"
    case answerRecorded = "notification_answer.recorded"
    case scheduleLimit = "scheduled_notification.limit_exceeded"
    case receiptLimit = "notification_receipt.limit_exceeded"
    case activityNotFound = "notification.activity_not_found"
    case answersUnavailable = "notification.answer_url_unavailable"
    case encryptionUnavailable = "notification.encryption_unavailable"
    case encryptedTooLarge = "notification.encrypted_too_large"
    case receiptsDisabled = "notification_receipt.disabled"
    case rateLimit = "rate_limit.exceeded"
    case quota = "quota.exceeded"
    case waitLimit = "answer_wait.limit_exceeded"
    case unavailable = "service.unavailable"

    package var status: Int {
        switch self {
        case .notificationInvalid, .scheduleInvalid, .cursorInvalid: 400
        case .tokenInvalid, .keyExpired: 401
        case .permissionDenied: 403
        case .notificationNotFound, .answerNotFound, .receiptNotFound, .scheduleNotFound, .deviceNotFound: 404
        case .answerRecorded, .scheduleLimit, .receiptLimit: 409
        case .activityNotFound, .answersUnavailable, .encryptionUnavailable, .encryptedTooLarge, .receiptsDisabled: 422
        case .rateLimit, .quota, .waitLimit: 429
        case .unavailable: 503
        }
    }

    /// What is said unless a problem has a text of its own.
    package var detail: LocalizedText {
        switch self {
        case .notificationInvalid:
            LocalizedText("the notification breaks a rule", "la notification enfreint une règle")
        case .scheduleInvalid: LocalizedText("the schedule breaks a rule", "la planification enfreint une règle")
        case .cursorInvalid:
            LocalizedText("the cursor is not one of this list", "le curseur n'est pas de cette liste")
        case .tokenInvalid:
            LocalizedText("the token is missing, unknown or revoked", "le jeton manque, est inconnu ou révoqué")
        case .keyExpired: LocalizedText("the integration key has expired", "la clé d'intégration a expiré")
        case .permissionDenied: LocalizedText("insufficient permissions", "permissions insuffisantes")
        case .notificationNotFound: LocalizedText("there is no such notification", "cette notification n'existe pas")
        case .answerNotFound:
            LocalizedText(
                "there is no such notification, or nothing to answer",
                "cette notification n'existe pas, ou n'attend pas de réponse")
        case .receiptNotFound: LocalizedText("there is no such receipt", "cet accusé n'existe pas")
        case .scheduleNotFound:
            LocalizedText("there is no such scheduled notification", "cette notification planifiée n'existe pas")
        case .deviceNotFound: LocalizedText("there is no such device", "cet appareil n'existe pas")
        case .answerRecorded: LocalizedText("the notification is answered already", "la notification a déjà sa réponse")
        case .scheduleLimit:
            LocalizedText("too many scheduled notifications are pending", "trop de notifications planifiées en attente")
        case .receiptLimit: LocalizedText("too many receipts are active", "trop d'accusés sont actifs")
        case .activityNotFound: LocalizedText("there is no such activity", "cette activité n'existe pas")
        case .answersUnavailable:
            LocalizedText(
                "devices cannot reach this server with an answer",
                "les appareils ne peuvent pas joindre ce serveur avec une réponse")
        case .encryptionUnavailable:
            LocalizedText(
                "an organization's members share no key: encrypted notifications are for personal keys",
                "les membres d'une organisation ne partagent pas de clé: le chiffrement est réservé aux clés personnelles"
            )
        case .encryptedTooLarge:
            LocalizedText(
                "the encrypted notification does not fit into a push",
                "la notification chiffrée n'entre pas dans un push"
            )
        case .receiptsDisabled:
            LocalizedText(
                "acknowledged notifications are switched off", "les notifications avec accusé sont désactivées")
        case .rateLimit: LocalizedText("too many requests", "trop de requêtes")
        case .quota: LocalizedText("the allowance is used up", "le quota est épuisé")
        case .waitLimit: LocalizedText("too many requests wait for answers", "trop de requêtes attendent des réponses")
        case .unavailable:
            LocalizedText(
                "the server cannot answer now; try again soon", "le serveur ne peut pas répondre maintenant; réessayez")
        }
    }
}
