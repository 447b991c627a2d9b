// SPDX-License-Identifier: Apache-2.0
package import WaxFields

/// Every code that an error answer of the push API carries, with its status and its text.
package enum APIErrorCode: String, CaseIterable, Sendable {
    case invalidJSON = "INVALID_JSON"
    case idempotencyKeyInvalid = "IDEMPOTENCY_KEY_INVALID"
    case malformedRequest = "MALFORMED_REQUEST"
    case unauthenticated = "UNAUTHENTICATED"
    case permissionDenied = "PERMISSION_DENIED"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case requestTimeout = "REQUEST_TIMEOUT"
    case idempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED"
    case idempotencyInProgress = "IDEMPOTENCY_IN_PROGRESS"
    case pushNotScheduled = "PUSH_NOT_SCHEDULED"
    case pushAppInUse = "PUSH_APP_IN_USE"
    case requestTooLarge = "REQUEST_TOO_LARGE"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case validationError = "VALIDATION_ERROR"
    case payloadTooLarge = "PUSH_PAYLOAD_TOO_LARGE"
    case providerNotConfigured = "PROVIDER_NOT_CONFIGURED"
    case testTokenNotAllowed = "TEST_TOKEN_NOT_ALLOWED"
    case webhookLimitReached = "WEBHOOK_LIMIT_REACHED"
    case webhookInactive = "WEBHOOK_INACTIVE"
    case rateLimited = "RATE_LIMITED"
    case internalError = "INTERNAL_ERROR"
    case serviceUnavailable = "SERVICE_UNAVAILABLE"

    package var status: Int {
        switch self {
        case .invalidJSON, .idempotencyKeyInvalid, .malformedRequest: 400
        case .unauthenticated: 401
        case .permissionDenied: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .idempotencyKeyReused, .idempotencyInProgress, .pushNotScheduled, .pushAppInUse, .webhookLimitReached,
            .webhookInactive:
            409
        case .requestTooLarge: 413
        case .unsupportedMediaType: 415
        case .validationError, .payloadTooLarge, .providerNotConfigured, .testTokenNotAllowed: 422
        case .rateLimited: 429
        case .internalError: 500
        case .serviceUnavailable: 503
        }
    }

    package var message: LocalizedText {
        switch self {
        case .invalidJSON:
            LocalizedText("The body is not valid JSON.", "Le corps n'est pas du JSON valide.")
        case .idempotencyKeyInvalid:
            LocalizedText(
                "Idempotency-Key must be 1 to 255 printable ASCII characters.",
                "Idempotency-Key doit compter de 1 à 255 caractères ASCII imprimables.")
        case .malformedRequest:
            LocalizedText("The request is not valid HTTP.", "La requête n'est pas du HTTP valide.")
        case .unauthenticated:
            LocalizedText(
                "No valid API key or access token was given.",
                "Aucune clé d'API ni aucun jeton d'accès valide n'a été fourni.")
        case .permissionDenied:
            LocalizedText(
                "The API key or access token does not allow this.",
                "La clé d'API ou le jeton d'accès ne permet pas cette opération.")
        case .notFound:
            LocalizedText("There is no such object.", "Cet objet n'existe pas.")
        case .methodNotAllowed:
            LocalizedText("This path does not take that method.", "Ce chemin n'accepte pas cette méthode.")
        case .requestTimeout:
            LocalizedText("The request took too long to arrive.", "La requête a mis trop de temps à arriver.")
        case .idempotencyKeyReused:
            LocalizedText(
                "The Idempotency-Key was used with another body.",
                "L'Idempotency-Key a déjà servi avec un autre corps.")
        case .idempotencyInProgress:
            LocalizedText(
                "A request with this Idempotency-Key is still running.",
                "Une requête avec cette Idempotency-Key est en cours.")
        case .pushNotScheduled:
            LocalizedText("The push is not scheduled.", "La notification n'est pas planifiée.")
        case .pushAppInUse:
            LocalizedText(
                "A push of this app is being sent.", "Une notification de cette application est en cours d'envoi.")
        case .requestTooLarge:
            LocalizedText("The request is too large.", "La requête est trop volumineuse.")
        case .unsupportedMediaType:
            LocalizedText("The body must be application/json.", "Le corps doit être en application/json.")
        case .validationError:
            LocalizedText("Some fields are not valid.", "Certains champs ne sont pas valides.")
        case .payloadTooLarge:
            LocalizedText(
                "The push is larger than the provider takes.",
                "La notification dépasse la taille que le fournisseur accepte.")
        case .providerNotConfigured:
            LocalizedText("No provider is configured for this.", "Aucun fournisseur n'est configuré pour cela.")
        case .testTokenNotAllowed:
            LocalizedText(
                "Tokens that begin test_ work with test keys only.",
                "Les jetons qui commencent par test_ ne servent qu'avec les clés de test.")
        case .webhookLimitReached:
            LocalizedText(
                "The account has as many webhooks as it may have.",
                "Le compte a autant de webhooks qu'il peut en avoir.")
        case .webhookInactive:
            LocalizedText(
                "The webhook is off; turn it on first.", "Le webhook est désactivé; réactivez-le d'abord.")
        case .rateLimited:
            LocalizedText(
                "Too many requests; wait as long as Retry-After says.",
                "Trop de requêtes; attendez le temps qu'indique Retry-After.")
        case .internalError:
            LocalizedText("Something went wrong on the server.", "Une erreur est survenue sur le serveur.")
        case .serviceUnavailable:
            LocalizedText(
                "The server cannot answer now; try again soon.",
                "Le serveur ne peut pas répondre maintenant; réessayez sous peu.")
        }
    }
}
