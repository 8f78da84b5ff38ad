import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openedByOne, type SecretKeys } from './secret-keys.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * A secret text as it is kept: AES-256-GCM under the first key (32 bytes), bound to what it belongs to, in
 * base64 of nonce, tag and ciphertext.
 */
export function sealText(text: string, [key]: SecretKeys, boundTo: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The text again; undefined when it was sealed with none of `keys`, was changed or belongs elsewhere. */
export function openText(sealed: string, keys: SecretKeys, boundTo: string): string | undefined {
  return openedByOne(keys, (key) => openedUnder(key, sealed, boundTo))
}

function openedUnder(key: Buffer, sealed: string, boundTo: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo)).setAuthTag(tag)
    const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * A sealed text under the first key: as it is where that key sealed it, else sealed anew; undefined where
 * none of `keys` opens it.
 */
export function sealedAnew(sealed: string, keys: SecretKeys, boundTo: string): string | undefined {
  if (openText(sealed, [keys[0]], boundTo) !== undefined) return sealed
  const text = openText(sealed, keys, boundTo)
  return text === undefined ? undefined : sealText(text, keys, boundTo)
}
