// SPDX-License-Identifier: Apache-2.0

/// The faults that are ordered, and for which requests.
struct FaultTable: Sendable {
    private struct Order: Sendable {
        let fault: Fault
        let service: SimulatedService?
        let token: String?
        /// How many requests it still holds for; nil for all.
        var remaining: Int?
    }

    private var orders: [Order] = []
    /// What comes to the requests for which nothing is ordered.
    private var draw: FaultDraw?

    /// Orders a fault; one that is ordered first comes first.
    ///
    /// - Parameters:
    ///   - service: nil for every service.
    ///   - token: nil for every device.
    ///   - times: nil for as long as the order stands.
    mutating func add(_ fault: Fault, service: SimulatedService?, token: String?, times: Int?) {
        guard times.map({ $0 > 0 }) ?? true else { return }
        orders.append(Order(fault: fault, service: service, token: token, remaining: times))
    }

    /// Lets faults come by a script from now on; nil ends it.
    mutating func run(_ script: FaultScript?) { draw = script.map(FaultDraw.init) }

    mutating func removeAll() {
        orders.removeAll()
        draw = nil
    }

    /// The fault that comes with a request; the token is asked for only where an order needs it.
    mutating func next(service: SimulatedService, token: @autoclosure () -> String?) -> Fault? {
        guard !orders.isEmpty || draw != nil else { return nil }
        let token = token()
        return order(service: service, token: token) ?? draw?.next(service: service, token: token)
    }

    private mutating func order(service: SimulatedService, token: String?) -> Fault? {
        guard
            let index = orders.firstIndex(where: { order in
                (order.service == nil || order.service == service)
                    && (order.token == nil || token?.hasSameBytes(as: order.token ?? "") == true)
            })
        else { return nil }
        let fault = orders[index].fault
        if let remaining = orders[index].remaining {
            if remaining == 1 { orders.remove(at: index) } else { orders[index].remaining = remaining - 1 }
        }
        return fault
    }
}
