import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../base/kernel/secret-keys.ts'

/** How long somebody who has shown a first factor may take for the second. */
export const pendingSignInSeconds = 5 * 60

/**
 * Who has shown a first factor: the account, the name they used, the shop they are opening, if any, and
 * whether it was a code or a link, which shows that the name is theirs now.
 */
export type PendingSignIn = { accountId: string; name: string; openingId: string | null; isProven: boolean }

/** The cookie that remembers who has shown a first factor, signed, until the second is shown. */
export function pendingToken(pending: PendingSignIn, now: Date, secrets: SecretKeys): string {
  const end = Math.floor(now.getTime() / 1000) + pendingSignInSeconds
  const body = Buffer.from(JSON.stringify({ ...pending, end })).toString('base64url')
  return `${body}.${signature(body, secrets[0])}`
}

/** Who has shown a first factor in the browser that sent `token`; undefined when it is forged or over. */
export function pendingSignInOf(token: string, now: Date, secrets: SecretKeys): PendingSignIn | undefined {
  const [body = '', signed = ''] = token.split('.')
  if (!isMadeByOne(secrets, signed, (secret) => signature(body, secret))) return undefined
  const { end, ...pending } = JSON.parse(Buffer.from(body, 'base64url').toString()) as PendingSignIn & {
    end: number
  }
  return end * 1000 > now.getTime() ? pending : undefined
}

const signature = (body: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`first factor ${body}`).digest('base64url')
