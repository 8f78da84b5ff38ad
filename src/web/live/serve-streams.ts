import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Chance } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  beginEventStream,
  type Repeat,
  reconnectHint,
  repeatByTimer,
  retryAfterSeconds,
} from './event-stream.ts'
import type { LiveMessage } from './live-message.ts'
import { holdStreams, type LiveFollower, type StreamDeps, tickMs } from './live-streams.ts'

type ServeDeps<Follower> = StreamDeps<Follower> & {
  chance: Chance
  /** Repeats work until the returned function is called; by a timer, unless a test repeats it by hand. */
  repeat?: Repeat
  /** Further work of every tick. */
  tick?: () => void
}

/** Answers a request with a stream; `follow` sends to it what happens, until what it returned is called. */
type Serve<Follower> = (
  request: FastifyRequest,
  reply: FastifyReply,
  follower: Follower,
  follow: (send: (message: LiveMessage) => void, raw: ServerResponse) => () => void,
) => void

/**
 * Serves the streams of an area, kept by one timer and closed before the service stops. Serving one throws
 * SERVICE_UNAVAILABLE where this process has no stream left.
 */
export function serveStreams<Follower extends LiveFollower>(
  app: FastifyInstance,
  { chance, repeat = repeatByTimer, tick = () => {}, ...deps }: ServeDeps<Follower>,
): Serve<Follower> {
  const streams = holdStreams<Follower>(deps)
  const stopTicking = repeat(() => {
    tick()
    void streams.tick()
  }, tickMs)
  app.addHook('preClose', async () => {
    stopTicking()
    streams.closeAll()
  })
  return (request, reply, follower, follow) => {
    if (streams.isFull()) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds })
    const { raw, isGzip } = beginEventStream(request, reply)
    let stop = () => {}
    const { send } = streams.open(raw, follower, { isGzip, ended: () => stop() })
    if (raw.destroyed) return
    send(reconnectHint(chance))
    stop = follow(send, raw)
  }
}
