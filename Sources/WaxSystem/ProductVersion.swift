// SPDX-License-Identifier: Apache-2.0

/// The version that all programs of the package share.
package enum ProductVersion {
    package static let text = "0.1.0"
}
