import { createHmac, randomInt } from 'node:crypto'

/** How many codes there are for the day the phone is lost, each good once. */
const backupCodeCount = 8

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groupLength = 5

/** New codes of two groups, each of about 49 random bits: `k7m2p-x9qra`. Shown once. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: backupCodeCount }, () => `${group()}-${group()}`)

const group = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The code that somebody typed, however they separated it; undefined when it is none. */
export function readBackupCode(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '')
  const isCode = plain.length === 2 * groupLength && [...plain].every((sign) => alphabet.includes(sign))
  return isCode ? `${plain.slice(0, groupLength)}-${plain.slice(groupLength)}` : undefined
}

/** What is stored of a code. */
export const backupCodeHmac = (accountId: string, code: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`backup code ${code} of ${accountId}`).digest('hex')
