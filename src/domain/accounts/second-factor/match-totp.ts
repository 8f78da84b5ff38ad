import { timingSafeEqual } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'

/** Six digits, another code each half minute (RFC 6238). */
const totp = { digits: 6, periodSeconds: 30 } as const

/** How many half minutes the clock of a phone may be off. */
const steps = [-1, 0, 1]

/**
 * The half minute, counted since 1970, whose code this is; undefined when it is the code of none that is
 * near. All of them are computed, so that the time taken says nothing.
 */
export async function matchTotp(secret: Buffer, code: string, now: Date): Promise<number | undefined> {
  const { hotp } = createOTP(new Uint8Array(secret), { digits: totp.digits, period: totp.periodSeconds })
  const current = Math.floor(now.getTime() / 1000 / totp.periodSeconds)
  const codes = await Promise.all(steps.map((step) => hotp(current + step)))
  const at = codes.findIndex((each) => isSame(each, code))
  return at === -1 ? undefined : current + (steps[at] ?? 0)
}

/** The address that an authenticator app reads from a QR code. */
export const matchedAddress = (secret: Buffer, account: string): string =>
  createOTP(new Uint8Array(secret), { digits: totp.digits, period: totp.periodSeconds }).url('Colis', account)

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
