// SPDX-License-Identifier: Apache-2.0
import CLinux

/// What a process does for the secrets in its memory.
package enum ProcessSecrets {
    /// Leaves no core dump, and lets no other process of the user look into this one's memory; false when the system refuses.
    package static func protect() -> Bool { waxlinux_protect_memory() == 0 }

    /// Whether `protect` has been called and holds.
    package static var isProtected: Bool { waxlinux_memory_is_protected() != 0 }
}
