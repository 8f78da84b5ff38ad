import { hash, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { partsOfReference, referencePrefix } from '../../../base/kernel/short-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isFinal } from '../delivery-status.ts'

/**
 * The link to the customer's page, which nobody can guess. The person with the link is the customer. It names
 * its delivery and carries a signature, so nothing is stored for it but its version: links of another version
 * than the delivery's have ended, because they were given to somebody who is not the customer.
 */

/** Which delivery a link is for, and which version of its link it is. */
type LinkedDelivery = { shopId: string; id: string; linkVersion: number }

/** The address of the customer's page of a delivery. */
export type CustomerLink = (delivery: LinkedDelivery) => string

/** Where the customer's page is; WhatsApp’s templates hold this address too. */
export const customerPath = '/p/'

/** What stands before a token in a cell: its code and a dot (decision 407). */
const cellPrefix = (cell: string): string => (cell === '' ? '' : `${cell}.`)

/** What the addresses of customers' pages begin with in a cell; `cell` is empty where there are none. */
export const customerPathIn = (cell: string): string => `${customerPath}${cellPrefix(cell)}`

/** The token of a link without the code of its cell, and that code, empty where there is none. */
export function readCellOfToken(text: string): { cell: string; token: string } {
  const [, cell = '', token = text] = /^([a-z0-9]{2,3})\.(.*)$/s.exec(text) ?? []
  return { cell, token }
}

const uuidBytes = 16
const macBytes = 16
const versionBytes = 3

/**
 * The token of the address `/p/{token}`: both identifiers and their HMAC-SHA256, in 64 characters of
 * base64url; from the second version on the version as well, in 68.
 */
export function customerToken({ shopId, id, linkVersion }: LinkedDelivery, secrets: SecretKeys): string {
  const version = Buffer.alloc(linkVersion === 1 ? 0 : versionBytes)
  if (linkVersion !== 1) version.writeUIntBE(linkVersion, 0, versionBytes)
  const named = Buffer.concat([parse(shopId), parse(id), version])
  return Buffer.concat([named, macOf(named, secrets[0])]).toString('base64url')
}

/** Where the short form of a link leads to the customer's page, for messages that have no room. */
export const shortCustomerPath = '/s/'
const shortMacBytes = 9
const shortTokenForm = /^(?:([a-z0-9]{2,3})\.)?([0-9A-HJKMNP-TV-Z]{6})([\w-]{12})([\w-]{4})?$/

/**
 * The token of the address `/s/{token}` of a delivery, in 18 characters: what its reference says after its
 * prefix, and nine bytes of the HMAC-SHA256 of both; from the second version of the link on the version as
 * well, in 22. The code of a cell stands before it.
 */
export const shortCustomerToken = (named: ShortLink, secrets: SecretKeys): string =>
  shortTokenUnder(named, secrets[0])

/** What a short token names. */
type ShortLink = { reference: string; linkVersion: number }

function shortTokenUnder({ reference, linkVersion }: ShortLink, secret: Buffer): string {
  const version = linkVersion === 1 ? '' : versionText(linkVersion)
  const mac = macOf(Buffer.from(`${reference}${version}`), secret).subarray(0, shortMacBytes)
  const { cell, code } = partsOfReference(reference)
  return `${cellPrefix(cell)}${code}${mac.toString('base64url')}${version}`
}

/** The delivery a short token is for, by its reference; undefined when we did not make it. */
export function referenceOfShortToken(token: string, secrets: SecretKeys): ShortLink | undefined {
  const [, cell = '', code, , version] = shortTokenForm.exec(token) ?? []
  if (code === undefined) return undefined
  const linkVersion =
    version === undefined ? 1 : Buffer.from(version, 'base64url').readUIntBE(0, versionBytes)
  const named = { reference: `${referencePrefix(cell)}${code}`, linkVersion }
  return isMadeByOne(secrets, token, (secret) => shortTokenUnder(named, secret)) ? named : undefined
}

function versionText(linkVersion: number): string {
  const version = Buffer.alloc(versionBytes)
  version.writeUIntBE(linkVersion, 0, versionBytes)
  return version.toString('base64url')
}

/** The delivery a token is for; undefined when we did not make it. */
export function deliveryOfToken(token: string, secrets: SecretKeys): LinkedDelivery | undefined {
  if (!/^[\w-]{64}(?:[\w-]{4})?$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const named = bytes.subarray(0, -macBytes)
  const mac = bytes.subarray(-macBytes)
  if (!secrets.some((secret) => timingSafeEqual(mac, macOf(named, secret)))) return undefined
  const linkVersion = named.length > 2 * uuidBytes ? named.readUIntBE(2 * uuidBytes, versionBytes) : 1
  return { shopId: stringify(named, 0), id: stringify(named, uuidBytes), linkVersion }
}

/** How long a link works after the delivery has ended, in ms: long enough to look once more. */
const openAfterEndMs = 24 * 60 * 60_000

/** How long it leads on to a second try, which ends tomorrow at the latest, and its page a day after that. */
const leadsOnMs = 3 * openAfterEndMs

/** Whether the link of a delivery still works: until a day after the end (decision 81). */
export function isLinkOpen(
  { status, ended_at, second_try_id }: Pick<DeliveryRow, 'status' | 'ended_at' | 'second_try_id'>,
  now: Date,
): boolean {
  if (ended_at === null) return !isFinal(status)
  return now.getTime() - ended_at.getTime() <= (second_try_id === null ? openAfterEndMs : leadsOnMs)
}

/**
 * HMAC-SHA256 (RFC 2104) by two hashes at once. Making an Hmac object for each link took 15 µs of a
 * creation's 560: the address is part of every event.
 */
function macOf(named: Uint8Array, secret: Buffer): Buffer {
  const { inner, outer } = paddedSecret(secret)
  const first = hash('sha256', Buffer.concat([inner, named]), 'buffer')
  return hash('sha256', Buffer.concat([outer, first]), 'buffer').subarray(0, macBytes)
}

type PaddedSecret = { inner: Buffer; outer: Buffer }
const paddedSecrets = new WeakMap<Buffer, PaddedSecret>()

/** What the two hashes begin with; `secret` has at most the 64 bytes of a block. */
function paddedSecret(secret: Buffer): PaddedSecret {
  const known = paddedSecrets.get(secret)
  if (known) return known
  const padded = (pad: number) => Buffer.alloc(64, pad).map((byte, at) => byte ^ (secret[at] ?? 0))
  const made = {
    inner: Buffer.concat([padded(0x36), Buffer.from('customer link\n')]),
    outer: Buffer.from(padded(0x5c)),
  }
  paddedSecrets.set(secret, made)
  return made
}
