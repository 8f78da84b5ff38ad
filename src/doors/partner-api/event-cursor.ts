import { createCipheriv, createDecipheriv } from 'node:crypto'
import { openedByOne, type SecretKeys } from '../../base/kernel/secret-keys.ts'

// A cursor is a position in the log of all shops, so it is encrypted: otherwise one shop could count the
// events of all. It is one block that also holds the shop's identifier, so that a cursor of another shop, or
// one that was never issued, is recognised as wrong.

const keyBytes = 16
const form = /^[A-Za-z0-9_-]{22}$/

/**
 * The cursor behind a position of a shop's events: 22 characters, always the same for the same place while
 * the key is. Of each key the first 16 bytes are used.
 */
export function eventCursor(shopId: string, position: number, keys: SecretKeys): string {
  const block = Buffer.alloc(16)
  block.write(shopOf(shopId), 'hex')
  block.writeBigUInt64BE(BigInt(position), 8)
  const cipher = createCipheriv('aes-128-ecb', keys[0].subarray(0, keyBytes), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

/** The position that a cursor names; undefined when it was not made for this shop with one of our keys. */
export function positionOfCursor(shopId: string, cursor: string, keys: SecretKeys): number | undefined {
  return form.test(cursor) ? openedByOne(keys, (key) => positionUnder(shopId, cursor, key)) : undefined
}

function positionUnder(shopId: string, cursor: string, key: Buffer): number | undefined {
  const cipher = createDecipheriv('aes-128-ecb', key.subarray(0, keyBytes), null).setAutoPadding(false)
  const block = Buffer.concat([cipher.update(Buffer.from(cursor, 'base64url')), cipher.final()])
  if (block.toString('hex', 0, 8) !== shopOf(shopId)) return undefined
  const position = Number(block.readBigUInt64BE(8))
  return Number.isSafeInteger(position) ? position : undefined
}

/** The random end of a shop's identifier, 8 bytes. */
const shopOf = (shopId: string) => shopId.replaceAll('-', '').slice(-16)
