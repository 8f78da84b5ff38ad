import { createECDH } from 'node:crypto'

/** The key pair by which push services know us (RFC 8292), both in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** The order of the group of P-256 (FIPS 186-4, D.1.2.3). */
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The P-256 key pair that follows from a secret of 32 bytes, always the same: no key has to be made and kept
 * by the operator, and every process has it. The reduction is uneven by less than 2^-31.
 */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  const scalar = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) % (groupOrder - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
