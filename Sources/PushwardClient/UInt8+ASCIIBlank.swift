// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// Whether it is white space of ASCII: a space, or one of tab, line feed, vertical tab, form feed, carriage return.
    package var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
