// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

@Suite struct RoundTripTests {
    /// SplitMix64, so that a seed names its values for ever.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }

        mutating func value(depth: Int) -> JSONValue {
            switch Int.random(in: 0..<(depth < 8 ? 8 : 5), using: &self) {
            case 0: return .null
            case 1: return .bool(.random(using: &self))
            case 2: return .number(number())
            case 3, 4: return .string(string())
            case 5: return .array((0..<Int.random(in: 0...6, using: &self)).map { _ in value(depth: depth + 1) })
            default:
                var object = JSONObject()
                for _ in 0..<Int.random(in: 0...20, using: &self) { object.append(string(), value(depth: depth + 3)) }
                return .object(object)
            }
        }

        private mutating func number() -> JSONNumber {
            switch Int.random(in: 0..<3, using: &self) {
            case 0: JSONNumber(Int64(bitPattern: next()))
            case 1: JSONNumber(Int.random(in: -100...100, using: &self))
            default: JSONNumber(Double(bitPattern: next())) ?? 0
            }
        }

        private mutating func string() -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...24, using: &self) {
                let limit: UInt32 =
                    [0x20, 0x80, 0x80, 0x80, 0x800, 0x10000, 0x110000].randomElement(using: &self) ?? 0x80
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &self)) { text.append(scalar) }
            }
            return String(text)
        }
    }

    @Test(arguments: UInt64(1)...40) func randomValues(_ seed: UInt64) throws {
        var generator = Generator(state: seed)
        for _ in 0..<50 {
            let value = generator.value(depth: 0)
            let compact = value.compact
            let read = try JSONReader.parse(compact)
            #expect(read == value)
            #expect(read.compact == compact)
            #expect(try JSONReader.parse(value.pretty) == value)
        }
    }

    /// A changed byte either breaks the text or gives one that survives the next round trip.
    @Test(arguments: UInt64(1)...10) func randomDamage(_ seed: UInt64) {
        var generator = Generator(state: seed)
        for _ in 0..<200 {
            var bytes = generator.value(depth: 4).compact
            let place = Int.random(in: bytes.indices, using: &generator)
            bytes[place] = UInt8(truncatingIfNeeded: generator.next())
            guard let value = try? JSONReader.parse(bytes) else { continue }
            #expect((try? JSONReader.parse(value.compact)) == value)
        }
    }

    private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

    @Test func everyScalarRaw() throws {
        #expect(Self.scalars.count == 0x110000 - 0x800)
        let text = String(String.UnicodeScalarView(Self.scalars))
        let bytes = JSONValue.string(text).compact
        let read = try #require(try JSONReader.parse(bytes).stringValue)
        #expect(read.unicodeScalars.elementsEqual(Self.scalars))
    }

    @Test func everyScalarEscaped() throws {
        let digits = Array("0123456789abcdef".utf8)
        var bytes = [UInt8(ascii: "\"")]
        for scalar in Self.scalars {
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                bytes += Array("\\u".utf8)
                for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift) & 15)]) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
        let read = try #require(try JSONReader.parse(bytes).stringValue)
        #expect(read.unicodeScalars.elementsEqual(Self.scalars))
    }

    /// Each alone, so that the eight-byte steps of the reader meet every kind at every place.
    @Test func scalarsAtEachPlace() throws {
        for scalar in [
            "\u{0}", "\"", "\\", "\u{1F}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}",
            "\u{10FFFF}",
        ] {
            for before in 0..<20 {
                for after in 0..<20 {
                    let text = String(repeating: "a", count: before) + scalar + String(repeating: "b", count: after)
                    #expect(try JSONReader.parse(JSONValue.string(text).compact) == .string(text))
                }
            }
        }
    }
}
