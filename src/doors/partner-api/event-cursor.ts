import { createCipheriv, createDecipheriv } from 'node:crypto'

// A cursor is a position in the log of all shops, so it is encrypted: otherwise one shop could count the
// events of all. It is one block that also holds the shop's identifier, so that a cursor of another shop, or
// one that was never issued, is recognised as wrong.

const form = /^[A-Za-z0-9_-]{22}$/

/**
 * The cursor behind a position of a shop's events: 22 characters, always the same for the same place. `key`
 * has 16 bytes.
 */
export function eventCursor(shopId: string, position: number, key: Buffer): string {
  const block = Buffer.alloc(16)
  block.write(shopOf(shopId), 'hex')
  block.writeBigUInt64BE(BigInt(position), 8)
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

/** The position that a cursor names; undefined when it was not made for this shop with this key. */
export function positionOfCursor(shopId: string, cursor: string, key: Buffer): number | undefined {
  if (!form.test(cursor)) return undefined
  const cipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const block = Buffer.concat([cipher.update(Buffer.from(cursor, 'base64url')), cipher.final()])
  if (block.toString('hex', 0, 8) !== shopOf(shopId)) return undefined
  const position = Number(block.readBigUInt64BE(8))
  return Number.isSafeInteger(position) ? position : undefined
}

/** The random end of a shop's identifier, 8 bytes. */
const shopOf = (shopId: string) => shopId.replaceAll('-', '').slice(-16)
