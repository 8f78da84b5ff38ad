import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newBase62, toBase62 } from '../../base/kernel/short-code.ts'

/** The fixed start of every API key, in the sandbox too (decision 1). */
export const apiKeyPrefix = 'colis_live_'

const randomLength = 32
const checksumLength = 6

/** A new API key: prefix, 32 random characters (190 bits), 6 of checksum (decision 3). */
export function newApiKey(): string {
  const body = apiKeyPrefix + newBase62(randomLength)
  return body + checksumOf(body)
}

/**
 * Whether a text has the form and checksum of an API key: a mistyped one is refused without a database read.
 */
export function isApiKey(text: string): boolean {
  if (text.length !== apiKeyPrefix.length + randomLength + checksumLength) return false
  const body = text.slice(0, -checksumLength)
  return text.startsWith(apiKeyPrefix) && text.slice(-checksumLength) === checksumOf(body)
}

/** What is stored of a key: its SHA-256 in hexadecimal. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

const checksumOf = (body: string) => toBase62(crc32(body), checksumLength)
