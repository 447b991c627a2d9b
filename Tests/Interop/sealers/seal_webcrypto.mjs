// SPDX-License-Identifier: Apache-2.0
// Seals personal notifications in the pw1 format with WebCrypto, which browsers have, too.

import { plaintext, serve } from './content.mjs';

const { subtle } = globalThis.crypto;
const bytes = (text) => new TextEncoder().encode(text);

async function derive(key, purpose, size) {
  const info = bytes(`pushward/e2e/v1/${purpose}`);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  return new Uint8Array(await subtle.deriveBits(parameters, key, 8 * size));
}

function base64URL(...parts) {
  const text = parts.map((part) => String.fromCharCode(...part)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function seal(secret, content) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const id = Array.from(await derive(key, 'kid', 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const prefix = `pw1.${id}`;
  const sealing = await subtle.importKey('raw', await derive(key, 'enc', 32), 'AES-GCM', false, ['encrypt']);
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: bytes(prefix) };
  const box = await subtle.encrypt(parameters, sealing, plaintext(content));
  return `${prefix}.${base64URL(nonce, new Uint8Array(box))}`;
}

await serve(seal);
