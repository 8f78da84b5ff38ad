import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Chance } from '../../base/kernel/clock.ts'
import { type LiveMessage, retryHint } from './live-message.ts'

/** How long a page waits before it connects again, in ms: not all at once after a restart. */
const reconnect = { minMs: 3_000, spreadMs: 7_000 }

/** The Retry-After when this process has no stream left. */
export const retryAfterSeconds = 30

/**
 * Takes a response over and writes the head of a stream of events, compressed where the browser takes that.
 */
export function beginEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
): { raw: ServerResponse; isGzip: boolean } {
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...(isGzip && { 'content-encoding': 'gzip' }),
  })
  return { raw: reply.raw, isGzip }
}

/** Tells a page how long to wait before it connects again. */
export const reconnectHint = (chance: Chance): LiveMessage =>
  retryHint(reconnect.minMs + Math.round(chance() * reconnect.spreadMs))

/** Repeats work until the returned function is called. */
export type Repeat = (work: () => void, everyMs: number) => () => void

/** Repeats by a timer that keeps no process alive. */
export const repeatByTimer: Repeat = (work, everyMs) => {
  const timer = setInterval(work, everyMs).unref()
  return () => clearInterval(timer)
}
