// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// `/notifications`
enum NotificationRoutes {
    /// `POST /notifications`
    @Sendable
    static func create(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let reader = FieldReader(try call.body())
        let fields = NotificationFields(reader)
        try reader.finish()
        let request = try NotificationRequest(fields, by: call.caller, targets: service.options.targets)
        try service.checkReactions(to: request)
        let (vault, caller, now, quota) = (service.vault, call.caller, call.now, service.options.quota)
        let (uid, room) = (service.newID(at: now), service.room)
        let sent = try await service.database.write { sql in
            try ReceiptKeeper(sql, vault, calling: room).send(
                request, from: caller.person, key: caller.key?.seq, uid: uid, quota: quota, now: now)
        }
        let outcome = try await service.outcome(of: sent, isPushed: request.isPushed)
        var body = NotificationObject.json(
            id: sent.id, request.content, isPushed: outcome.isPushed, createdAt: now)
        outcome.add(to: &body)
        if request.isAnswerable { body["answerable"] = true }
        if request.acknowledge != nil {
            // Read again: it says when the push reached a device.
            let receipt = try service.database.read { try ReceiptTable($0, vault).find(sent.id) }
            body["receipt"] = receipt.map { .object(ReceiptObject.json($0, of: caller.person)) }
        }
        return .json(JSONValue.object(body).compact, status: 201)
    }
}

extension PersonalService {
    /// What became of a notification that was just stored: waits for the end of its push, but no longer than the operator
    /// lets it, and holds no thread meanwhile.
    func outcome(of sent: NotificationSender.Sent, isPushed: Bool) async throws -> PushOutcome {
        guard isPushed else { return .disabled }
        guard let push = sent.push else { return .noDevice }
        wakeEngine()
        func find() throws -> Push {
            guard let found = try database.read({ try PushTable($0, vault).find(seq: push) }) else {
                throw RecordError.vanished("pushes")
            }
            return found
        }
        _ = try await room.wait(for: .push(push), atMost: options.deliveryWait) { try find().state.isFinal }
        return PushOutcome(try find())
    }
}
