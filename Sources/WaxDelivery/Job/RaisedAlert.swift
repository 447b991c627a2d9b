// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// Something that the owner of an app must put right with one provider.
struct RaisedAlert: Hashable {
    /// For how long the same is not raised again.
    static let pause = Duration.seconds(15 * 60)

    let app: Int64
    let alert: AppAlert
    let provider: Provider
}
