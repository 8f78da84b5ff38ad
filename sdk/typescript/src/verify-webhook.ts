import type { WebhookEvent } from './types.ts'
import { webCrypto } from './web-crypto.ts'

/** Why a webhook request was not accepted. */
export type WebhookRefusal =
  | 'SIGNATURE_MALFORMED'
  | 'SIGNATURE_MISSING'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_NEW'
  | 'SIGNATURE_WRONG'
  | 'BODY_MALFORMED'

/** A request that must not be believed. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
  readonly reason: WebhookRefusal
  constructor(reason: WebhookRefusal) {
    super(`The webhook request is refused: ${reason}.`)
    this.reason = reason
  }
}

export type WebhookRequest = {
  /** The header `Svc-Signature`. */
  header: string | null | undefined
  /** The raw body, exactly as it arrived: parsing and writing it again changes bytes. */
  body: string | Uint8Array
  /** The signing secret, the whole `whsec_…`; several while one takes the place of another. */
  secret: string | readonly string[]
  /** The moment of checking. */
  now?: Date
}

/** How far the timestamp may be from now, before or after, in seconds (spec 6.4). */
const toleranceSeconds = 300

const utf8 = new TextEncoder()

/**
 * The event of a webhook request that was signed with the secret within 300 seconds of now: await it, since
 * nothing is refused before. Rejects with WebhookRefused otherwise, and with TypeError when there is no secret or
 * one is not `whsec_…`: anybody could sign with an empty key. Every `v1` of the header is compared with every
 * secret, in constant time each.
 */
export async function verifyWebhook({
  header,
  body,
  secret,
  now = new Date(),
}: WebhookRequest): Promise<WebhookEvent> {
  const secrets = readSecrets(secret)
  const { timestamp, signatures } = readHeader(header ?? '')
  if (signatures.length === 0) throw new WebhookRefused('SIGNATURE_MISSING')
  const age = Math.floor(now.getTime() / 1000) - timestamp
  if (age > toleranceSeconds) throw new WebhookRefused('TIMESTAMP_TOO_OLD')
  if (age < -toleranceSeconds) throw new WebhookRefused('TIMESTAMP_TOO_NEW')
  const bytes = typeof body === 'string' ? utf8.encode(body) : body
  if (!(await isSigned(secrets, joined(utf8.encode(`${timestamp}.`), bytes), signatures)))
    throw new WebhookRefused('SIGNATURE_WRONG')
  return readEvent(bytes)
}

/** The status to refuse a request with: 400 when it cannot be read, 401 when it is not believed. */
export const statusOfRefusal = ({ reason }: WebhookRefused): 400 | 401 =>
  reason === 'SIGNATURE_MALFORMED' || reason === 'BODY_MALFORMED' ? 400 : 401

/** Throws TypeError when there is no secret or one is not `whsec_…`. */
export const checkSecret = (secret: string | readonly string[]): void => void readSecrets(secret)

/** The service signs nothing but events. */
function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookRefused('BODY_MALFORMED')
  }
}

/** Whoever calls may be plain JavaScript and hand on a setting that is not there. */
function readSecrets(secret: string | readonly string[]): string[] {
  const secrets = [secret].flat()
  const areSecrets = secrets.every((each) => typeof each === 'string' && /^whsec_\S+$/.test(each))
  if (secrets.length === 0 || !areSecrets)
    throw new TypeError('The signing secret is missing, or is not the whole text that begins with whsec_.')
  return secrets
}

function readHeader(header: string) {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const timestamps = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [timestamp = ''] = timestamps
  if (timestamps.length !== 1 || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('SIGNATURE_MALFORMED')
  const signatures = parts.filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
  return {
    timestamp: Number(timestamp),
    signatures: signatures.map(([, value]) => bytesOfHex(value ?? '')),
  }
}

/** WebCrypto compares in constant time. */
async function isSigned(
  secrets: string[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const { subtle } = await webCrypto()
  for (const secret of secrets) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await subtle.importKey('raw', utf8.encode(secret), hmac, false, ['verify'])
    for (const signature of signatures) if (await subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const bytesOfHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
