// SPDX-License-Identifier: Apache-2.0
// Seals personal notifications in the pw1 format with Node's own cryptography.

import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { plaintext, serve } from './content.mjs';

const derive = (key, purpose, size) => Buffer.from(hkdfSync('sha256', key, '', `pushward/e2e/v1/${purpose}`, size));

function seal(key, content) {
  const prefix = `pw1.${derive(key, 'kid', 4).toString('hex')}`;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'enc', 32), nonce).setAAD(Buffer.from(prefix));
  const box = [nonce, cipher.update(plaintext(content)), cipher.final(), cipher.getAuthTag()];
  return `${prefix}.${Buffer.concat(box).toString('base64url')}`;
}

await serve(seal);
