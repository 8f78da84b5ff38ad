import { createECDH } from 'node:crypto'

/** What a browser gives out for being notified (Push API, `PushSubscription`), the keys in base64url. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

const keyBytes = 65
const authBytes = 16

/**
 * Whether the keys are what RFC 8291 wants: a point of P-256, uncompressed, and 16 bytes. Otherwise every
 * encryption with them would fail later.
 */
export function hasUsableKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  const isSpelt = point.toString('base64url') === p256dh && secret.toString('base64url') === auth
  return isSpelt && point.length === keyBytes && secret.length === authBytes && isOnCurve(point)
}

function isOnCurve(point: Buffer): boolean {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from('01'.padStart(64, '0'), 'hex'))
  try {
    return pair.computeSecret(point).length > 0
  } catch {
    return false
  }
}

/**
 * Whether a push service is one of the allowed: by its whole name, or as a part of `*.name`. None listed
 * allows all.
 */
export function isAllowedHost(hostname: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  return allowed.some((name) =>
    name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name,
  )
}
