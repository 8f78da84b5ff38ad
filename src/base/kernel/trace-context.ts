import { randomBytes } from 'node:crypto'

/** A step of a trace, as W3C Trace Context names it. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether whoever began the trace records it. */
  isSampled: boolean
}

/** What version 00 has; a later version may add more behind a hyphen, which is not read. */
const form =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-[ -~]{0,200})?$/

/**
 * The step that a `traceparent` header names; undefined for anything that its specification does not allow,
 * also two of them, which Node joins with a comma (https://www.w3.org/TR/trace-context/).
 */
export function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, spanId, flags, more] = form.exec(header) ?? []
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The `traceparent` header that names a step. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')
