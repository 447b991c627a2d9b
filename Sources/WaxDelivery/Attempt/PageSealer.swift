// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxProviders

/// Seals one plaintext to many devices. Kept by one thread, for what it reuses from one page to the next.
final class PageSealer {
    private let context: SealingContext

    /// Without `usesLanes` it seals one by one even where it could do eight at a time.
    init(usesLanes: Bool = true) throws {
        context = try SealingContext(
            ciphersuite: HKEnvelope.suite, info: Array(HKEnvelope.info.utf8),
            lanesFrom: usesLanes ? SealingContext.defaultLanesFrom : nil)
    }

    /// Whether it seals eight messages at a time rather than one by one.
    var usesLanes: Bool { context.usesLanes }

    /// Seals to every key; a key for which that fails has no body in the result, and the others are none the worse.
    func seal(_ plaintext: [UInt8], to keys: [HKPublicKey]) -> SealedPage {
        let size = SealingContext.sealedByteCount(plaintext.count)
        let messages = keys.indices.map { index in
            SealingContext.Message(
                plaintext: 0..<plaintext.count, recipient: index * HKPublicKey.byteCount, output: index * size)
        }
        let recipients = keys.flatMap(\.x963Representation)
        var output = [UInt8](repeating: 0, count: size * keys.count)
        do {
            var span = output.mutableSpan
            let refused = try context.seal(
                messages, plaintexts: plaintext.span, recipients: recipients.span, into: &span)
            return SealedPage(keys: keys, bytes: output, size: size, refused: Set(refused))
        } catch {
            return SealedPage(keys: keys, bytes: [], size: size, refused: Set(keys.indices))
        }
    }
}
