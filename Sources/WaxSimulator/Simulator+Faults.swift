// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension Simulator {
    /// Orders a fault for requests to come; one that is ordered first comes first.
    ///
    /// - Parameters:
    ///   - service: nil for every service.
    ///   - token: a device; nil for every one.
    ///   - times: for how many requests it holds; nil for all until `clearFaults`.
    public func order(
        _ fault: Fault, service: SimulatedService? = nil, token: String? = nil, times: Int? = 1
    ) {
        core.world.update { $0.faults.add(fault, service: service, token: token, times: times) }
    }

    /// Lets faults come at random from now on, to requests for which none is ordered; nil ends that.
    public func run(_ script: FaultScript?) {
        core.world.update { $0.faults.run(script) }
    }

    /// Lets the TLS handshake of every new connection to a service fail, or no longer.
    public func setHandshakeFault(_ fault: HandshakeFault?, service: SimulatedService) {
        listener(service).setHandshakeFault(fault)
    }

    /// Takes back all faults that are still to come, those of handshakes apart.
    public func clearFaults() {
        core.world.update { $0.faults.removeAll() }
    }

    /// Sends the answers that `Fault.hold` keeps back, and returns how many there were.
    @discardableResult
    public func releaseAnswers() -> Int { core.releaseAnswers() }

    /// Sets the services' clock so far ahead of the machine's, or behind it.
    public func setClockOffset(_ offset: Duration) {
        core.world.update { $0.clockOffset = offset }
    }

    /// Changes how many streams every present connection to a service may have.
    public func setStreamLimit(_ limit: UInt32, service: SimulatedService) {
        listener(service).server.control.performOnAll(.setMaximumStreams(limit))
    }

    /// Reads no more than so many bytes a second from each present connection to a service; nil reads all.
    public func limitReading(bytesPerSecond: Int?, service: SimulatedService) {
        listener(service).server.control.performOnAll(.limitReading(bytesPerSecond: bytesPerSecond))
    }

    /// Tells every client of a service to go away (GOAWAY); what has come is served.
    public func sendGoAway(service: SimulatedService) {
        listener(service).server.control.performOnAll(
            .goAway(lastStreamID: nil, code: HTTP2ErrorCode.noError, debugData: World.shutdown))
    }

    /// Ends every connection to a service with a TCP reset.
    public func resetConnections(service: SimulatedService) {
        listener(service).server.control.performOnAll(.reset)
    }
}
