// SPDX-License-Identifier: Apache-2.0
import WaxStore

/// What an error is, without any value that its own text could hold.
package struct LoggableError: CustomStringConvertible {
    package let description: String

    package init(_ error: any Error) {
        description =
            switch error {
            case let error as StoreError: error.description
            case let error as RestError: error.description
            case let error as RecordError: error.description
            default: "\(type(of: error))"
            }
    }
}
