import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Environment, environments } from '../../base/kernel/environment.ts'
import { newBase62, toBase62 } from '../../base/kernel/short-code.ts'

/** The fixed start of every API key, in the sandbox too (decision 1). */
const apiKeyPrefix = 'colis_live_'

const randomLength = 32
const checksumLength = 6

/** A new API key: prefix, 32 random characters (190 bits), 6 of checksum (decision 3). */
export function newApiKey(environment: Environment): string {
  const body = apiKeyPrefix + newBase62(randomLength)
  return body + checksumOf(crc32(environment, crc32(body)))
}

/**
 * The environment that a key was made in: its checksum covers that word too. `ANY` for the keys of before,
 * whose checksum covers the key alone; undefined for a text without the form and checksum of a key, so that a
 * mistyped one is refused without a database read.
 */
export function environmentOfApiKey(text: string): Environment | 'ANY' | undefined {
  if (text.length !== apiKeyPrefix.length + randomLength + checksumLength) return undefined
  if (!text.startsWith(apiKeyPrefix)) return undefined
  const crc = crc32(text.slice(0, -checksumLength))
  const checksum = text.slice(-checksumLength)
  const named = environments.find((each) => checksum === checksumOf(crc32(each, crc)))
  return named ?? (checksum === checksumOf(crc) ? 'ANY' : undefined)
}

/** Whether a text may be a key of `environment`, by its form and checksum alone. */
export function isApiKey(text: string, environment: Environment): boolean {
  const named = environmentOfApiKey(text)
  return named === environment || named === 'ANY'
}

/** What is stored of a key: its SHA-256 in hexadecimal. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

const checksumOf = (crc: number) => toBase62(crc, checksumLength)

/** How long the label of a key may be: what the key is for. */
export const maxKeyLabel = 60
