// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

extension EngineLoop {
    /// Judges how a request ended.
    func handle(_ answer: HTTP2Answer) {
        // Unknown numbers belong to pushes that are no longer ours.
        guard let attempt = attempts.removeValue(forKey: answer.id), let job = jobs[attempt.push] else { return }
        let verdict = ProviderVerdict(
            of: answer.outcome, from: attempt.platform.provider, sentAt: attempt.sentAt, now: time.now())
        end(attempt, of: job, verdict)
    }

    /// Takes down the end of an attempt, or arranges the next one.
    func end(_ attempt: Attempt, of job: PushJob, _ verdict: ProviderVerdict) {
        var attempt = attempt
        let now = time.now()
        let (end, remedy, alert) = job.rules.end(
            of: &attempt, verdict: verdict, now: now, timeToLive: job.timeToLive(at: now), chance: random.chance())
        switch remedy {
        case .nothing: break
        case .newToken: rejectedTokens[attempt.lane] = attempt.authorization
        case .newConnection: lanes.reconnect(attempt.lane)
        }
        if let alert { raise(alert, from: attempt.platform.provider, of: job) }
        switch end {
        case .again(let wait):
            let id = newAttemptID()
            attempts[id] = attempt
            timers.add(.send(id), due: time.uptime() + wait)
        case .record(let result):
            job.progress.ended()
            job.results.append(result)
            if result.state.isFinal { job.count(result.state) }
            note(verdict, of: attempt, in: job)
        }
    }

    /// Says what an app's owner must put right: once in a while, however many deliveries meet it.
    private func raise(_ alert: AppAlert, from provider: Provider, of job: PushJob) {
        let raising = RaisedAlert(app: job.app.seq, alert: alert, provider: provider)
        let now = time.uptime()
        if let last = raised[raising], now - last < RaisedAlert.pause { return }
        raised[raising] = now
        log(.warning, "app \(PublicID(.app, job.app.id).text): \(alert.rawValue) (\(provider.rawValue))")
        job.alerts.append(raising)
    }

    private func note(_ verdict: ProviderVerdict, of attempt: Attempt, in job: PushJob) {
        guard case .failed(let code, let effect, _) = verdict.outcome else { return }
        switch effect {
        case .keep: break
        case .deactivate(let time), .deactivateUnlessCommon(let time):
            guard effect.deactivates(lastRegistered: attempt.deviceRegisteredAt) else { return }
            job.deactivations.append(
                PushJob.Deactivation(device: attempt.device, reason: code.rawValue, unlessRegisteredSince: time))
        }
    }
}
