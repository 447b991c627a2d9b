// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

extension EngineLoop {
    /// Claims as many pushes as there is room for.
    func claim() {
        let room = configuration.jobs - jobs.count - unopened.count
        let now = time.now()
        let until = now + configuration.lease
        let vault = vault
        do {
            let (claims, next) = try database.writeAndWait { sql in
                let pushes = PushTable(sql, vault)
                return (try pushes.claim(limit: room, leaseUntil: until, now: now), try pushes.nextDue(now: now))
            }
            claimed(next: next)
            unopened += claims
        } catch {
            log(.error, "claiming pushes failed: \(error)")
            pause()
        }
    }

    /// Reads what was claimed. What cannot be read because the store failed is tried again; what is damaged fails.
    func openClaims() {
        while let claim = unopened.first {
            do {
                try open(claim)
            } catch let error as StoreError where error.isOfTheStore {
                log(.error, "reading a push failed: \(error)")
                pause()
                return
            } catch {
                log(.error, "a push cannot be read: \(LoggableError(error))")
                guard fail(claim, error is UnreadableContent ? .contentUnreadable : .recordDamaged) else { return }
            }
            unopened.removeFirst()
        }
    }

    private struct UnreadableContent: Error {}

    private func open(_ claim: PushClaim) throws {
        if claim.isDamaged { throw RecordError.unreadable("pushes") }
        let vault = vault
        let found = try database.read { sql -> (Push, PushApp, [UInt8]?)? in
            let pushes = PushTable(sql, vault)
            guard let push = try pushes.find(seq: claim.push),
                let app = try PushAppTable(sql, vault).find(seq: push.app)
            else { return nil }
            return (push, app, try pushes.protectedContent(of: push))
        }
        guard let (push, app, protected) = found else { throw RecordError.vanished("pushes") }
        guard let protected, let content = try? StoredContent(protected: protected, of: push.id, vault) else {
            throw UnreadableContent()
        }
        // Whoever claims a push again has lost it before.
        if let lost = jobs[claim.push] { drop(lost) }
        let isLive = push.owner.mode == .live
        jobs[claim.push] = PushJob(
            claim: claim, push: push, app: app,
            credentials: isLive ? liveCredentials(of: app) : .test(account: push.owner.account),
            payloads: PushPayloads(content: content, options: push.options(content), app: app.settings),
            rules: AttemptRules(policy: isLive ? .live : .test, patience: configuration.patience))
        order.append(claim.push)
    }

    private func liveCredentials(of app: PushApp) -> JobCredentials {
        let opened = credentials.open(app, vault)
        for provider in opened.damaged.map(\.rawValue).sorted() {
            log(.error, "app \(PublicID(.app, app.id).text): its credential for \(provider) is damaged")
        }
        return .live(opened, account: app.owner.account)
    }

    /// Ends a push that cannot be sent; false when the store failed, and it is to be tried again.
    private func fail(_ claim: PushClaim, _ failure: PushFailure) -> Bool {
        let (writing, now) = (writing, time.now())
        do {
            try database.writeAndWait { try PushEnding.abandon(claim, failure, $0, writing, now: now) }
        } catch let error as StoreError where error.isOfTheStore {
            log(.error, "recording a push failed: \(error)")
            pause()
            return false
        } catch {
            // Its lease ends by itself, and it comes back then.
            log(.error, "a push can neither be read nor ended: \(LoggableError(error))")
        }
        return true
    }
}
