// SPDX-License-Identifier: Apache-2.0
// A sealer of pw1 envelopes for node:crypto, written from docs/envelope.md alone.
import crypto from "node:crypto";

const block = 64;
const largestPlaintext = 2266;

function derived(secret, name, size) {
    return new Uint8Array(crypto.hkdfSync("sha256", secret, "", `pushward/e2e/v1/${name}`, size));
}

function codePoints(text) {
    return [...text].length;
}

function plaintext({ title, body, subtitle = "", url = "" }) {
    if (title === "" || body === "") throw new RangeError("title and body must not be empty");
    const limits = [[title, 256], [subtitle, 256], [body, 4096], [url, 2048]];
    if (limits.some(([text, limit]) => codePoints(text) > limit)) throw new RangeError("a text is too long");
    const members = { title, body };
    if (subtitle !== "") members.subtitle = subtitle;
    if (url !== "") members.url = url;
    const content = JSON.stringify(members);
    const size = Buffer.byteLength(content);
    if (size > largestPlaintext) throw new RangeError("the texts do not fit into an envelope");
    const target = Math.ceil(size / block) * block;
    return Buffer.from(target <= largestPlaintext ? content + " ".repeat(target - size) : content);
}

export function seal(key, message) {
    if (!/^[0-9a-f]{64}$/i.test(key)) throw new RangeError("a key has 64 hexadecimal digits");
    const secret = Buffer.from(key, "hex");
    const header = "pw1." + Buffer.from(derived(secret, "kid", 4)).toString("hex");
    const nonce = crypto.randomBytes(12);
    const gcm = crypto.createCipheriv("aes-256-gcm", derived(secret, "enc", 32), nonce, { authTagLength: 16 });
    gcm.setAAD(Buffer.from(header, "ascii"));
    const parts = [nonce, gcm.update(plaintext(message)), gcm.final()];
    parts.push(gcm.getAuthTag());
    return [header, Buffer.concat(parts).toString("base64url")].join(".");
}
