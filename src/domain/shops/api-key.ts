import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Environment, environments } from '../../base/kernel/environment.ts'
import { newBase62, toBase62 } from '../../base/kernel/short-code.ts'

/** The fixed start of every API key, in the sandbox too (decision 1). */
const apiKeyPrefix = 'colis_live_'

const randomLength = 32
const checksumLength = 6

/**
 * A new API key: prefix, 32 random characters (190 bits), 6 of checksum (decision 3). In a cell its code and
 * `_` stand after the prefix, where no key of before has one (decision 407).
 */
export function newApiKey(environment: Environment, cell = ''): string {
  const body = `${apiKeyPrefix}${cell === '' ? '' : `${cell}_`}${newBase62(randomLength)}`
  return body + checksumOf(crc32(environment, crc32(body)))
}

/**
 * The environment that a key was made in: its checksum covers that word too. `ANY` for the keys of before,
 * whose checksum covers the key alone; undefined for a text without the form and checksum of a key, so that a
 * mistyped one is refused without a database read.
 */
export function environmentOfApiKey(text: string): Environment | 'ANY' | undefined {
  if (!keyForm.test(text)) return undefined
  const crc = crc32(text.slice(0, -checksumLength))
  const checksum = text.slice(-checksumLength)
  const named = environments.find((each) => checksum === checksumOf(crc32(each, crc)))
  return named ?? (checksum === checksumOf(crc) ? 'ANY' : undefined)
}

/** The cell that a key was made in, empty for a key of none. */
export const cellOfApiKey = (text: string): string => keyForm.exec(text)?.[1] ?? ''

/**
 * Whether a text may be a key of `environment`, by its form and checksum alone. A cell takes the keys of no
 * cell too: those that were made before it was one.
 */
export function isApiKey(text: string, environment: Environment, cell = ''): boolean {
  const [named, of] = [environmentOfApiKey(text), cellOfApiKey(text)]
  return (named === environment || named === 'ANY') && (of === '' || of === cell)
}

/** The prefix, the code of a cell, then the random characters and those of the checksum. */
const keyForm = /^colis_live_(?:([a-z0-9]{2,3})_)?[^_]{38}$/

/** What is stored of a key: its SHA-256 in hexadecimal. */
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

const checksumOf = (crc: number) => toBase62(crc, checksumLength)

/** How long the label of a key may be: what the key is for. */
export const maxKeyLabel = 60
