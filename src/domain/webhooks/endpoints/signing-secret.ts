import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { ApiError } from '../../../base/contract/errors.ts'

/** A new signing secret: `whsec_` and base64 of 32 random bytes (decision 35). Shown once. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const nonceBytes = 12
const tagBytes = 16

/** A fingerprint that identifies a sealing key without revealing it: 16 hexadecimal digits. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('colis sealing key').digest('hex').slice(0, 16)

/**
 * A secret as it is kept: AES-256-GCM under `key` (32 bytes), bound to the endpoint it belongs to, in
 * base64 of nonce, tag and ciphertext.
 */
export function sealSecret(secret: string, key: Buffer, endpointId: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The secret again. Throws SIGNING_SECRET_SEALED when the key is another one or the text was changed. */
export function openSecret(sealed: string, key: Buffer, endpointId: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(Buffer.from(endpointId))
      .setAuthTag(tag)
    const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    throw new ApiError('SIGNING_SECRET_SEALED')
  }
}
