// SPDX-License-Identifier: Apache-2.0

/// The files of test vectors that the server hands out, as they lie in the repository.
package enum PublishedVectors {
    /// Envelopes of the format `pw1`, JSON.
    package static var pw1: [UInt8] { PackageResources.pw1_vectors_v1_json }
}
