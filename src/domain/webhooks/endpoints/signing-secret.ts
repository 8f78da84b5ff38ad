import { createHmac, randomBytes } from 'node:crypto'
import { openText, sealText } from '../../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'

/** A new signing secret: `whsec_` and base64 of 32 random bytes (decision 35). Shown once. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** A fingerprint that identifies a sealing key without revealing it: 16 hexadecimal digits. */
export const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key).update('colis sealing key').digest('hex').slice(0, 16)

/** A secret as it is kept: sealed under the first key (32 bytes), bound to the endpoint it belongs to. */
export const sealSecret = (secret: string, keys: SecretKeys, endpointId: string): string =>
  sealText(secret, keys, endpointId)

/** The secret again. Throws SIGNING_SECRET_SEALED when none of `keys` sealed it or the text was changed. */
export function openSecret(sealed: string, keys: SecretKeys, endpointId: string): string {
  const opened = openText(sealed, keys, endpointId)
  if (opened === undefined) throw new ApiError('SIGNING_SECRET_SEALED')
  return opened
}
