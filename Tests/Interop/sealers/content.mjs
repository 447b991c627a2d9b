// SPDX-License-Identifier: Apache-2.0
// What both sealers in JavaScript share: the checks in front of the seal, its plaintext, and lines in and out.

import { createInterface } from 'node:readline';

const LONGEST_PLAINTEXT = 2266;
const BLOCK = 64;
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'file:', 'vbscript:'];

const length = (text) => [...text].length;

export function readKey(text) {
  const digits = text.replace(/[ \t\n\v\f\r]/g, '');
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Error('a key has 64 hexadecimal digits');
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function check({ title, subtitle = '', body, url = '' }) {
  if (!title || !body) throw new Error('title or body is empty');
  if (length(title) > 256 || length(subtitle) > 256 || length(body) > 4096) throw new Error('a text is too long');
  if (!url) return;
  const link = URL.canParse(url) ? new URL(url) : null;
  if (!link || length(url) > 2048 || FORBIDDEN_SCHEMES.includes(link.protocol)) throw new Error('url is not allowed');
  if (/^https?:$/.test(link.protocol) && !link.hostname) throw new Error('url has no host');
}

// The bytes to seal: the texts as compact JSON, padded with spaces where they fit.
export function plaintext(content) {
  check(content);
  const members = ['title', 'subtitle', 'body', 'url'].filter((name) => content[name]);
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(members.map((name) => [name, content[name]]))));
  if (bytes.length > LONGEST_PLAINTEXT) throw new Error('the text is too long');
  const padded = Math.ceil(bytes.length / BLOCK) * BLOCK;
  if (padded > LONGEST_PLAINTEXT) return bytes;
  const result = new Uint8Array(padded).fill(0x20);
  result.set(bytes);
  return result;
}

// Reads one JSON object a line, and writes the envelope, or `error: …`, for each.
export async function serve(seal) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { key, ...content } = JSON.parse(line);
    try {
      console.log(await seal(readKey(key), content));
    } catch (error) {
      console.log(`error: ${error.message}`);
    }
  }
}
