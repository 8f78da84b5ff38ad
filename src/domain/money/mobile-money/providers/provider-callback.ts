import { createHmac, timingSafeEqual } from 'node:crypto'
import { answerIn, textIn } from './provider-answer.ts'

/** The providers whose callbacks are signed, and in which header. */
export const signatureHeaders = { fedapay: 'x-fedapay-signature', wave: 'wave-signature' } as const
export type SigningProvider = keyof typeof signatureHeaders

/** How the signatures are called, and what is between the time and the body of what they sign. */
const schemes = {
  fedapay: { name: 's', separator: '.' },
  wave: { name: 'v1', separator: '' },
} as const

/** How far the time in a signature may be from ours, in seconds. */
const toleranceSeconds = 300
/** A header with more parts than this is not read; several secrets are in use while one is replaced. */
const maxParts = 10

/**
 * Whether a header (`t=1639081943,v1=…`) signs these bytes with the secret, and did so lately. Compared in
 * constant time.
 */
export function isSignedCallback(
  provider: SigningProvider,
  bytes: Uint8Array,
  header: unknown,
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (typeof header !== 'string') return false
  const parts = header.split(',', maxParts).map((part) => part.trim().split('=', 2))
  const at = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at)) return false
  if (Math.abs(now.getTime() / 1_000 - Number(at)) > toleranceSeconds) return false
  const { name, separator } = schemes[provider]
  const expected = createHmac('sha256', secret).update(`${at}${separator}`).update(bytes).digest()
  return parts.some(
    ([each, given = '']) =>
      each === name && /^[\da-f]{64}$/i.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), expected),
  )
}

/** Our id of the order that a callback is about; undefined where it names none. */
export function orderIdIn(provider: SigningProvider, event: unknown): string | undefined {
  const { entity, data } = answerIn(event)
  const id =
    provider === 'fedapay'
      ? textIn(answerIn(entity), 'merchant_reference')
      : textIn(answerIn(data), 'client_reference')
  return id !== undefined && isOrderId(id) ? id : undefined
}

/** Whether a text has the form of our ids of orders. */
export const isOrderId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)
