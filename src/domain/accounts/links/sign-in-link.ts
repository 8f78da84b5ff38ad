import { createHmac, randomBytes } from 'node:crypto'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'

/** A link that signs in: a quarter of an hour, once. */
export const signInLink = { lifeSeconds: 15 * 60 } as const

/** The end of a link's address: 32 random bytes. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text can be the token of a link. */
export const isLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What is stored of a token: reading the database does not let anyone sign in. */
export const linkTokenHmac = (token: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`sign-in link ${token}`).digest('hex')

/** What may be stored of a token, under each key. */
export const linkTokenHmacs = (token: string, secrets: SecretKeys): string[] =>
  secrets.map((secret) => linkTokenHmac(token, secret))
