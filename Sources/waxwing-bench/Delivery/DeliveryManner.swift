// SPDX-License-Identifier: Apache-2.0

/// How the deliveries of a measurement go out.
enum DeliveryManner {
    /// Sealed to each device's key, eight at a time where build and processor can.
    case sealed
    /// Sealed to each device's key, one by one.
    case sealedOneByOne
    /// Readable, to devices without a key.
    case plain
}
