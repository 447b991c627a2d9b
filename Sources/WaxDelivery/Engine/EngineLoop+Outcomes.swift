// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

extension EngineLoop {
    /// Judges how a request ended.
    func handle(_ answer: HTTP2Answer, at moment: Moment) {
        // Unknown numbers belong to pushes that are no longer ours.
        guard let attempt = attempts.remove(answer.id), let job = jobs[attempt.push] else { return }
        if case .notProcessed(.closed) = answer.outcome, !isStopping {
            // Its connection was replaced before its turn came: nothing was tried, so nothing is counted or waited for.
            job.ready.append(attempt)
            return
        }
        let verdict = ProviderVerdict(
            of: answer.outcome, from: attempt.platform.provider, sentAt: attempt.sentAt, now: moment.time)
        if attempt.lane != .test, case .accepted = verdict.outcome {
            breakers.accept(app: job.app.seq, attempt.lane, now: moment.uptime)
        }
        end(attempt, of: job, verdict, at: moment)
    }

    /// Takes down the end of an attempt, or arranges the next one.
    func end(_ attempt: Attempt, of job: PushJob, _ verdict: ProviderVerdict, at moment: Moment) {
        var attempt = attempt
        let (end, remedy, alert) = job.rules.end(
            of: &attempt, verdict: verdict, now: moment.time, timeToLive: job.push.timeToLive(at: moment.time),
            chance: random.chance())
        switch remedy {
        case .nothing: break
        case .newToken: rejectedTokens[attempt.lane] = attempt.authorization
        case .newConnection: lanes.reconnect(attempt.lane, generation: attempt.connection)
        }
        if let alert { raise(alert, after: attempt, of: job, verdict) }
        switch end {
        case .again(let wait):
            timers.add(.retry(attempts.insert(attempt)), due: moment.uptime + wait)
        case .record(let result):
            job.record(result)
            deactivate(attempt, in: job, verdict)
        }
    }

    /// Tells the operator and the app's owner, once in a while, and stops sending with credentials that the provider refuses.
    private func raise(_ alert: AppAlert, after attempt: Attempt, of job: PushJob, _ verdict: ProviderVerdict) {
        let now = time.uptime()
        if alert.pausesSending, attempt.lane != .test, let authorization = attempt.authorization {
            refusedCredentials.refuse(attempt.lane, authorization, verdict, now: now)
        }
        if alerts.admits(app: job.app.seq, alert, from: attempt.platform.provider, now: now) {
            log(.warning, "app \(PublicID(.app, job.app.id).text): \(alert.rawValue)")
            job.alerts.append((alert, attempt.platform.provider))
        }
    }

    private func deactivate(_ attempt: Attempt, in job: PushJob, _ verdict: ProviderVerdict) {
        guard case .failed(let code, let effect, _) = verdict.outcome else { return }
        switch effect {
        case .keep: return
        case .deactivate(let time):
            job.deactivations.append(
                PushJob.Deactivation(device: attempt.device, reason: code.rawValue, unlessRegisteredSince: time))
        case .deactivateUnlessCommon(let registered):
            if attempt.lane != .test,
                case .keep(let isNew) = breakers.refuse(app: job.app.seq, attempt.lane, now: time.uptime())
            {
                if isNew { raise(.tokensRefused, after: attempt, of: job, verdict) }
                return
            }
            job.deactivations.append(
                PushJob.Deactivation(device: attempt.device, reason: code.rawValue, unlessRegisteredSince: registered))
        }
    }
}
