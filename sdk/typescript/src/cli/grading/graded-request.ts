import { type SignedMessage, signedHeaders } from '../sign-event.ts'

/** A request to a receiver: what it is about, and what is sent, which need not fit together. */
export type GradedRequest = {
  message: SignedMessage
  headers: Record<string, string>
  body: string
  /** SLOW: the body comes in pieces, with pauses; CUT: the connection breaks in the middle of it. */
  pace?: 'SLOW' | 'CUT'
}

/** What requests are made of. */
export type Sample = {
  /** The receiver's signing secret, and one that it does not have. */
  secret: string
  otherSecret: string
  now: Date
}

/**
 * How far from now a time is that must be refused, and one that must be accepted, in seconds (300 is the
 * limit).
 */
export const beyondSeconds = 310
export const withinSeconds = 290

/** How a request differs from what it should be. */
type Difference = { secrets?: string[]; secondsAway?: number }

/**
 * A request as it is really sent, signed with the receiver's secret now unless the difference says otherwise.
 */
export function signedRequest(
  { secret, now }: Sample,
  message: SignedMessage,
  { secrets = [secret], secondsAway = 0 }: Difference = {},
): GradedRequest {
  const unixSeconds = Math.floor(now.getTime() / 1000) + secondsAway
  return { message, headers: signedHeaders(message, secrets, unixSeconds), body: message.body }
}

/**
 * The request with other signatures: a receiver may verify `Svc-Signature` or the header of Standard
 * Webhooks, so both are changed alike.
 */
export function withSignature(request: GradedRequest, change: (signature: string) => string): GradedRequest {
  const { 'svc-signature': ours = '', 'webhook-signature': standard = '' } = request.headers
  const [t, v1 = ''] = ours.split(',v1=')
  return withHeaders(request, {
    'svc-signature': `${t},v1=${change(v1)}`,
    'webhook-signature': `v1,${change(standard.replace('v1,', ''))}`,
  })
}

/** The request without any signature, with or without the header that would hold it. */
export function withoutSignature(
  request: GradedRequest,
  { keepsTime }: { keepsTime: boolean },
): GradedRequest {
  const { 'svc-signature': ours = '', 'webhook-signature': _, ...headers } = request.headers
  const [t = ''] = ours.split(',')
  return { ...request, headers: keepsTime ? { ...headers, 'svc-signature': t } : headers }
}

/** The request as if it had been signed a second later. */
export function withLaterTime(request: GradedRequest): GradedRequest {
  const { 'svc-signature': ours = '', 'webhook-timestamp': seconds = '' } = request.headers
  const later = String(Number(seconds) + 1)
  return withHeaders(request, {
    'svc-signature': ours.replace(seconds, later),
    'webhook-timestamp': later,
  })
}

/** The request with more to collect than was signed: one byte differs. */
export const withChangedBody = (request: GradedRequest): GradedRequest => ({
  ...request,
  body: request.body.replace('"goodsAmount":15000', '"goodsAmount":95000'),
})

/** A signature in which every sign from `start` on, a share of its length, is another. */
export function spoiled(signature: string, start: number): string {
  const from = Math.floor(signature.length * start)
  return (
    signature.slice(0, from) + signature.slice(from).replace(/[^=]/g, (sign) => (sign === '0' ? '1' : '0'))
  )
}

const withHeaders = (request: GradedRequest, headers: Record<string, string>): GradedRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
