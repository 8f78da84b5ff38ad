import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'

/**
 * How people apply: they choose their city and enter their phone, then the code that was sent to it, and only
 * then the rest with their files. So nothing is kept of anybody whose number is not theirs (decision 168).
 */

/**
 * How long somebody may take for the form once their phone is verified, in seconds: they may have to look for
 * papers.
 */
export const applicationSeconds = 2 * 60 * 60

/** How many applications may wait at once, and how many codes one address may ask for within an hour. */
export const applicationBounds = { waiting: 300, codesOfNetworkPerHour: 40 } as const

/** A phone in international form that has been shown to be theirs, and the city they want to work in. */
export type VerifiedPhone = { phone: string; cityId: string }

/** What a cookie remembers of a verified phone, signed. */
export function verifiedPhoneToken({ phone, cityId }: VerifiedPhone, now: Date, secrets: SecretKeys): string {
  const end = Math.floor(now.getTime() / 1000) + applicationSeconds
  const body = Buffer.from(JSON.stringify([phone, cityId, end])).toString('base64url')
  return `${body}.${signature(body, secrets[0])}`
}

/** The phone that was verified in the browser that sent `token`; undefined when it is forged or over. */
export function verifiedPhoneOf(
  token: string | undefined,
  now: Date,
  secrets: SecretKeys,
): VerifiedPhone | undefined {
  const [body = '', signed = ''] = token?.split('.') ?? []
  if (!isMadeByOne(secrets, signed, (secret) => signature(body, secret))) return undefined
  const [phone, cityId, end] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    number,
  ]
  return end * 1000 > now.getTime() ? { phone, cityId } : undefined
}

const signature = (body: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`courier application ${body}`).digest('base64url')
