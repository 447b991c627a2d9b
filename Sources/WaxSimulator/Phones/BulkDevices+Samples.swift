// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

extension Collection<BulkDevices> {
    /// Whether something was kept by the devices' samples, all of it was encrypted and opens, and it has this title.
    package func sampleOpens(as title: String) -> Bool {
        let samples = flatMap { $0.openSamples() }
        return !samples.isEmpty && samples.allSatisfy { $0.wasEncrypted && $0.content?.title == title }
    }
}
