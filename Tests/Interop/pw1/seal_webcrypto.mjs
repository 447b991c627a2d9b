// SPDX-License-Identifier: Apache-2.0
// A sealer of pw1 envelopes for WebCrypto, in browsers as in Node, written from docs/envelope.md alone.
const block = 64;
const largestPlaintext = 2266;
const encoder = new TextEncoder();

function hexToBytes(text) {
    const bytes = new Uint8Array(text.length / 2);
    bytes.forEach((_, index) => { bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16); });
    return bytes;
}

function bytesToHex(bytes) {
    return bytes.reduce((text, byte) => text + (byte >> 4).toString(16) + (byte & 15).toString(16), "");
}

function toBase64URL(bytes) {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let text = "";
    for (let at = 0; at < bytes.length; at += 3) {
        const group = [bytes[at], bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
        const digits = [group[0] >> 2, (group[0] & 3) << 4 | group[1] >> 4, (group[1] & 15) << 2 | group[2] >> 6, group[2] & 63];
        text += digits.slice(0, Math.min(bytes.length - at, 3) + 1).map((digit) => alphabet[digit]).join("");
    }
    return text;
}

function plaintext({ title, body, subtitle = "", url = "" }) {
    if (title === "" || body === "") throw new RangeError("title and body must not be empty");
    for (const [text, limit] of [[title, 256], [subtitle, 256], [body, 4096], [url, 2048]]) {
        if (Array.from(text).length > limit) throw new RangeError("a text is too long");
    }
    const members = Object.fromEntries(
        Object.entries({ title, body, subtitle, url }).filter(([name, text]) => text !== "" || name === "title"));
    const content = encoder.encode(JSON.stringify(members));
    if (content.length > largestPlaintext) throw new RangeError("the texts do not fit into an envelope");
    const target = content.length + (block - content.length % block) % block;
    if (target > largestPlaintext) return content;
    const padded = new Uint8Array(target).fill(0x20);
    padded.set(content);
    return padded;
}

export async function seal(key, message) {
    if (!/^[0-9a-f]{64}$/i.test(key)) throw new RangeError("a key has 64 hexadecimal digits");
    const { subtle } = globalThis.crypto;
    const secret = await subtle.importKey("raw", hexToBytes(key), { name: "HKDF" }, false, ["deriveBits", "deriveKey"]);
    const derivation = (name) => ({
        name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(`pushward/e2e/v1/${name}`),
    });
    const kid = bytesToHex(new Uint8Array(await subtle.deriveBits(derivation("kid"), secret, 32)));
    const sealing = await subtle.deriveKey(
        derivation("enc"), secret, { name: "AES-GCM", length: 256 }, false, ["encrypt"]);
    const header = `pw1.${kid}`;
    const iv = globalThis.crypto.getRandomValues(new Uint8Array(12));
    const box = await subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: encoder.encode(header), tagLength: 128 }, sealing, plaintext(message));
    return `${header}.${toBase64URL(new Uint8Array([...iv, ...new Uint8Array(box)]))}`;
}
