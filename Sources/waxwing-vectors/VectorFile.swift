// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// A file of test vectors, made anew: the same bytes every time.
package struct VectorFile {
    package let name: String
    package let text: [UInt8]

    init(name: String, _ value: JSONValue) {
        self.name = name
        text = value.pretty + [UInt8(ascii: "\n")]
    }

    /// Every file of the folder `Vectors`.
    package static func all() throws -> [VectorFile] {
        [
            VectorFile(name: "hk-vectors-v2.json", try HKVectors().file),
            VectorFile(name: "pw1-vectors-v1.json", try PW1Vectors().file),
            VectorFile(name: "sealed-token-vectors-v1.json", try TokenVectors().file),
        ]
    }
}
