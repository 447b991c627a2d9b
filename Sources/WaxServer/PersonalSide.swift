// SPDX-License-Identifier: Apache-2.0
import WaxPersonal
import WaxRecords
import WaxStore
import WaxSystem

/// What personal notifications need besides the push service: where their requests wait.
final class PersonalSide: Sendable {
    /// Hands events on and calls whoever waits for them.
    let events: PushEndings
    private let endings: WaitingRoom<Int64>
    private let answers: WaitingRoom<Int64>
    private let receipts: WaitingRoom<Int64>

    init(_ events: any EventSink, time: any TimeSource) {
        endings = WaitingRoom(time: time)
        answers = WaitingRoom(time: time)
        receipts = WaitingRoom(time: time)
        self.events = PushEndings(events, calling: endings)
    }

    func service(
        _ options: PersonalService.Options, _ database: Database, _ vault: Vault, time: any TimeSource, log: Log,
        wakeEngine: @escaping @Sendable () -> Void
    ) -> PersonalService {
        PersonalService(
            database: database, vault: vault, options: options, time: time, log: log, events: events,
            endings: endings, answers: answers, receipts: receipts, wakeEngine: wakeEngine)
    }

    /// Says that the clock was moved.
    func wake() {
        endings.wake()
        answers.wake()
        receipts.wake()
    }

    /// Ends what waits.
    func stop() {
        endings.close()
        answers.close()
        receipts.close()
    }
}
