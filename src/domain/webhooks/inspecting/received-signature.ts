import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type BodyChange, bodyChange, restoredBodies } from './body-change.ts'
import type { ReceivedRequest } from './received-request.ts'

/**
 * A secret that may have signed: the endpoint's own, the one before it until a time, or another endpoint's.
 */
export type SigningSecret =
  | { of: 'CURRENT'; secret: string }
  | { of: 'PREVIOUS'; secret: string; until: Date }
  | { of: 'OTHER_ENDPOINT'; secret: string; endpointId: string }

/** One thing that is not as it must be, with what helps to mend it. */
export type SignatureFinding =
  | { code: 'HEADER_MISSING'; hasStandardHeader: boolean }
  | { code: 'HEADER_MALFORMED' }
  | { code: 'T_MISSING' }
  | { code: 'T_MALFORMED' }
  | { code: 'T_IN_MILLISECONDS' }
  | { code: 'TIMESTAMP_TOO_OLD'; seconds: number }
  | { code: 'TIMESTAMP_TOO_NEW'; seconds: number }
  | { code: 'V1_MISSING' }
  /** Neither 64 hexadecimal digits nor 32 bytes in base64. */
  | { code: 'V1_MALFORMED'; length: number }
  | { code: 'V1_IN_CAPITALS' }
  | { code: 'V1_IN_BASE64' }
  | { code: 'BODY_MISSING' }
  /** v1 is right for the body that was sent, which is not this one. */
  | { code: 'BODY_CHANGED'; change: BodyChange }
  /** v1 is right for this body, but the service sent another one under this event id. */
  | { code: 'BODY_NOT_AS_SENT'; change: BodyChange }
  | { code: 'SECRET_OF_OTHER_ENDPOINT'; endpointId: string }
  | { code: 'SECRET_ENDED'; until: Date }
  | { code: 'SECRET_WITHOUT_PREFIX' }
  | { code: 'SECRET_DECODED' }
  | { code: 'SIGNED_BODY_ALONE' }
  /** v1 is over `<id>.<t>.<body>`, as Standard Webhooks has it. */
  | { code: 'SIGNED_WITH_ID' }
  /** No secret of this shop and no known mistake explains v1. */
  | { code: 'V1_MATCHES_NOTHING'; isBodyAsSent: boolean | null }

/** What is wrong with a signature; all is well when nothing was found. */
export type SignatureVerdict = {
  findings: SignatureFinding[]
  /** The moment that t names; null without one. */
  signedAt: Date | null
  /** Which secret v1 was made with; null when none is known. */
  secretOf: SigningSecret['of'] | null
}

type Case = {
  request: ReceivedRequest
  /** The endpoint's own secrets first. */
  secrets: readonly SigningSecret[]
  eventId: string | undefined
  /** The body that was sent under the event's id; null where it is not known. */
  sentBody: string | null
  now: Date
}

/** How far t may be from now, before or after (spec 6.4), in seconds. */
export const toleranceSeconds = 300

/** More of them are not compared. */
const maxSignatures = 10

/**
 * Says precisely what is wrong with a signed request as a receiver has it (spec 6.4). Where v1 does not
 * match, the mistakes that receivers make are tried: one of the body, or one of the secret together with one
 * of what is signed. Bounded: fewer than a hundred HMACs, whatever was pasted.
 */
export function judgeSignature(about: Case): SignatureVerdict {
  const { request, now } = about
  const header = request.headers.get('svc-signature')
  if (header === undefined) {
    const hasStandardHeader = request.headers.has('webhook-signature')
    return { findings: [{ code: 'HEADER_MISSING', hasStandardHeader }], signedAt: null, secretOf: null }
  }
  const { t, texts } = readHeader(header)
  const signedAt = momentOf(t)
  const signatures = texts.map(readSignature)
  const early = [...faultsOfT(t, texts.length > 0), ...faultsOfV1(signatures, t !== undefined)]
  const usable = signatures.filter((each) => each.bytes !== undefined)
  if (signedAt === null || t === undefined || usable.length === 0)
    return { findings: [...early, ...(signedAt ? faultsOfAge(signedAt, now) : [])], signedAt, secretOf: null }
  const { findings, secretOf } = matchOf(about, t, usable)
  return { findings: [...early, ...findings, ...faultsOfAge(signedAt, now)], signedAt, secretOf }
}

type Signature = { bytes: Buffer | undefined; form: 'HEX' | 'CAPITALS' | 'BASE64' | 'OTHER'; length: number }

function readHeader(header: string): { t: string | undefined; texts: string[] } {
  const parts = header.split(',', 50).map((part) => {
    const at = part.indexOf('=')
    return at < 0 ? ['', ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  const valuesOf = (name: string) => parts.filter(([each]) => each === name).map(([, value = '']) => value)
  return { t: valuesOf('t')[0], texts: valuesOf('v1').slice(0, maxSignatures) }
}

function readSignature(text: string): Signature {
  const { length } = text
  if (/^[0-9a-f]{64}$/i.test(text))
    return { bytes: Buffer.from(text, 'hex'), form: /[A-F]/.test(text) ? 'CAPITALS' : 'HEX', length }
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  return isBase64
    ? { bytes: Buffer.from(text, 'base64'), form: 'BASE64', length }
    : { bytes: undefined, form: 'OTHER', length }
}

/** A whole number of seconds, or of milliseconds where it has so many digits. */
function momentOf(t: string | undefined): Date | null {
  if (t === undefined || !/^\d{1,13}$/.test(t)) return null
  return new Date(isMilliseconds(t) ? Number(t) : Number(t) * 1000)
}

const isMilliseconds = (t: string): boolean => t.length === 13

function faultsOfT(t: string | undefined, hasV1: boolean): SignatureFinding[] {
  if (t === undefined) return [{ code: hasV1 ? 'T_MISSING' : 'HEADER_MALFORMED' }]
  if (momentOf(t) === null) return [{ code: 'T_MALFORMED' }]
  return isMilliseconds(t) ? [{ code: 'T_IN_MILLISECONDS' }] : []
}

function faultsOfV1(signatures: readonly Signature[], hasT: boolean): SignatureFinding[] {
  const [first] = signatures
  if (!first) return hasT ? [{ code: 'V1_MISSING' }] : []
  if (signatures.some(({ bytes }) => bytes !== undefined)) return []
  return [{ code: 'V1_MALFORMED', length: first.length }]
}

function faultsOfAge(signedAt: Date, now: Date): SignatureFinding[] {
  const seconds = Math.floor(now.getTime() / 1000) - Math.floor(signedAt.getTime() / 1000)
  if (seconds > toleranceSeconds) return [{ code: 'TIMESTAMP_TOO_OLD', seconds }]
  return seconds < -toleranceSeconds ? [{ code: 'TIMESTAMP_TOO_NEW', seconds: -seconds }] : []
}

/** A body that may have been signed, as it is encoded, and what it means if it was. */
type Candidate = { bytes: Buffer; findings: SignatureFinding[] }
/** One way in which v1 may have been made. */
type Way = {
  secret: SigningSecret
  key: string | Buffer
  prefix: string
  body: Candidate
  findings: SignatureFinding[]
}

function matchOf(
  about: Case,
  t: string,
  signatures: readonly Signature[],
): Pick<SignatureVerdict, 'findings' | 'secretOf'> {
  const { request, sentBody } = about
  for (const way of waysOf(about, t)) {
    const digest = createHmac('sha256', way.key).update(way.prefix).update(way.body.bytes).digest()
    const signature = signatures.find(({ bytes }) => bytes && timingSafeEqual(bytes, digest))
    if (!signature) continue
    const findings = [
      ...faultsOfSecret(way.secret, t),
      ...way.findings,
      ...way.body.findings,
      ...faultsOfForm(signature),
    ]
    return { findings, secretOf: way.secret.of }
  }
  const change = request.body === null || sentBody === null ? null : bodyChange(request.body, sentBody)
  const isBodyAsSent = request.body === null || sentBody === null ? null : change === null
  return {
    findings: [
      { code: 'V1_MATCHES_NOTHING', isBodyAsSent },
      ...(request.body === null ? [{ code: 'BODY_MISSING' } as const] : []),
      ...(change ? [{ code: 'BODY_CHANGED', change } as const] : []),
    ],
    secretOf: null,
  }
}

/** The right way with each body first, then one mistake of the body, then those of secret and signed text. */
function* waysOf({ request, secrets, eventId, sentBody }: Case, t: string): Generator<Way> {
  const own = secrets.filter(({ of }) => of !== 'OTHER_ENDPOINT')
  const others = secrets.filter(({ of }) => of === 'OTHER_ENDPOINT')
  const { likely, restored } = candidatesOf(request.body, sentBody)
  for (const body of [...likely, ...restored])
    for (const secret of own) yield { secret, key: secret.secret, prefix: `${t}.`, body, findings: [] }
  for (const body of likely)
    for (const secret of others) yield { secret, key: secret.secret, prefix: `${t}.`, body, findings: [] }
  const texts = signedTexts(t, eventId)
  for (const body of likely)
    for (const secret of own)
      for (const { key, findings: ofKey } of keysOf(secret.secret))
        for (const { prefix, findings: ofText } of texts)
          yield { secret, key, prefix, body, findings: [...ofKey, ...ofText] }
}

/** The body as it was received and as it was sent, and, where that is not known, what it may have been. */
function candidatesOf(
  received: string | null,
  sent: string | null,
): { likely: Candidate[]; restored: Candidate[] } {
  const candidate = (body: string, findings: SignatureFinding[]): Candidate => ({
    bytes: Buffer.from(body, 'utf8'),
    findings,
  })
  if (received === null)
    return { likely: sent === null ? [] : [candidate(sent, [{ code: 'BODY_MISSING' }])], restored: [] }
  const change = sent === null ? null : bodyChange(received, sent)
  if (sent === null || change === null) {
    const restored = sent === null ? restoredBodies(received) : []
    return {
      likely: [candidate(received, [])],
      restored: restored.map((each) => candidate(each.body, [{ code: 'BODY_CHANGED', change: each.change }])),
    }
  }
  return {
    likely: [
      candidate(sent, [{ code: 'BODY_CHANGED', change }]),
      candidate(received, [{ code: 'BODY_NOT_AS_SENT', change }]),
    ],
    restored: [],
  }
}

/** What a receiver may take for the key: the whole secret, as it must, or a part of it. */
function keysOf(secret: string): { key: string | Buffer; findings: SignatureFinding[] }[] {
  const bare = secret.replace(/^whsec_/, '')
  return [
    { key: secret, findings: [] },
    { key: bare, findings: [{ code: 'SECRET_WITHOUT_PREFIX' }] },
    { key: Buffer.from(bare, 'base64'), findings: [{ code: 'SECRET_DECODED' }] },
  ]
}

/** What a receiver may put before the body. */
function signedTexts(
  t: string,
  eventId: string | undefined,
): { prefix: string; findings: SignatureFinding[] }[] {
  const seconds = isMilliseconds(t) ? [{ prefix: `${t.slice(0, -3)}.`, findings: [] }] : []
  const withId =
    eventId === undefined
      ? []
      : [{ prefix: `${eventId}.${t}.`, findings: [{ code: 'SIGNED_WITH_ID' } as const] }]
  return [
    { prefix: `${t}.`, findings: [] },
    ...seconds,
    { prefix: '', findings: [{ code: 'SIGNED_BODY_ALONE' }] },
    ...withId,
  ]
}

function faultsOfSecret(secret: SigningSecret, t: string): SignatureFinding[] {
  if (secret.of === 'OTHER_ENDPOINT')
    return [{ code: 'SECRET_OF_OTHER_ENDPOINT', endpointId: secret.endpointId }]
  const signedAt = momentOf(t)
  const hasEnded = secret.of === 'PREVIOUS' && signedAt !== null && signedAt >= secret.until
  return hasEnded ? [{ code: 'SECRET_ENDED', until: secret.until }] : []
}

function faultsOfForm({ form }: Signature): SignatureFinding[] {
  if (form === 'CAPITALS') return [{ code: 'V1_IN_CAPITALS' }]
  return form === 'BASE64' ? [{ code: 'V1_IN_BASE64' }] : []
}
