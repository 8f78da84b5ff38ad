import { createHmac, randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../base/kernel/sealed-text.ts'
import { ApiError } from '../../../contract/errors.ts'

/** A new signing secret: `whsec_` and base64 of 32 random bytes (decision 35). Shown once. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** A fingerprint that identifies a sealing key without revealing it: 16 hexadecimal digits. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('colis sealing key').digest('hex').slice(0, 16)

/** A secret as it is kept: sealed under `key` (32 bytes), bound to the endpoint it belongs to. */
export const sealSecret = (secret: string, key: Buffer, endpointId: string): string =>
  sealText(secret, key, endpointId)

/** The secret again. Throws SIGNING_SECRET_SEALED when the key is another one or the text was changed. */
export function openSecret(sealed: string, key: Buffer, endpointId: string): string {
  const opened = openText(sealed, key, endpointId)
  if (opened === undefined) throw new ApiError('SIGNING_SECRET_SEALED')
  return opened
}
