import { createHmac, timingSafeEqual } from 'node:crypto'

/** Why a webhook request was not accepted. */
export type WebhookRefusal =
  | 'SIGNATURE_MALFORMED'
  | 'SIGNATURE_MISSING'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_NEW'
  | 'SIGNATURE_WRONG'

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
  header: string | undefined
  /** The raw body, exactly as it arrived: parsing and writing it again changes bytes. */
  body: string | Uint8Array
  /** The signing secret, the whole `whsec_…`; several while one takes the place of another. */
  secret: string | readonly string[]
  /** The moment of checking. */
  now?: Date
}

/** How far the timestamp may be from now, before or after, in seconds (spec 6.4). */
const toleranceSeconds = 300

/**
 * Throws WebhookRefused unless the request was signed with the secret within 300 seconds of now.
 * Every `v1` of the header is tried, in constant time each. Throws TypeError when there is no secret or one
 * is not `whsec_…`: anybody could sign with an empty key.
 */
export function verifyWebhook({ header, body, secret, now = new Date() }: WebhookRequest): void {
  const secrets = readSecrets(secret)
  const { timestamp, signatures } = readHeader(header)
  if (signatures.length === 0) throw new WebhookRefused('SIGNATURE_MISSING')
  const age = Math.floor(now.getTime() / 1000) - timestamp
  if (age > toleranceSeconds) throw new WebhookRefused('TIMESTAMP_TOO_OLD')
  if (age < -toleranceSeconds) throw new WebhookRefused('TIMESTAMP_TOO_NEW')
  const expected = secrets.map((key) =>
    createHmac('sha256', key).update(`${timestamp}.`).update(body).digest(),
  )
  const isOurs = signatures.some((signature) => expected.some((right) => isSame(signature, right)))
  if (!isOurs) throw new WebhookRefused('SIGNATURE_WRONG')
}

/** Whoever calls may be plain JavaScript and hand on a setting that is not there. */
function readSecrets(secret: string | readonly string[]): string[] {
  const secrets = [secret].flat()
  const areSecrets = secrets.every((each) => typeof each === 'string' && /^whsec_\S+$/.test(each))
  if (secrets.length === 0 || !areSecrets)
    throw new TypeError('The signing secret is missing, or is not the whole text that begins with whsec_.')
  return secrets
}

function readHeader(header: string | undefined): { timestamp: number; signatures: Buffer[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const timestamps = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [timestamp = ''] = timestamps
  if (timestamps.length !== 1 || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('SIGNATURE_MALFORMED')
  const signatures = parts.filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
  return {
    timestamp: Number(timestamp),
    signatures: signatures.map(([, value]) => Buffer.from(value ?? '', 'hex')),
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
