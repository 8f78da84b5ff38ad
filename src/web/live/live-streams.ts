import type { ServerResponse } from 'node:http'
import type { Clock } from '../../base/kernel/clock.ts'
import { gzipEncoding, heartbeat, type LiveMessage, liveEvent, plainEncoding } from './live-message.ts'

/** Whose page follows what. */
export type LiveFollower = { accountId: string }

/** An open page that follows what changes. */
export type LiveStream<Follower extends LiveFollower> = {
  follower: Follower
  send(message: LiveMessage): void
  /** Ends the stream: the page does not connect again by itself. */
  dismiss(): void
  /** Ends the stream: the page connects again. */
  close(): void
}

export type StreamDeps<Follower> = {
  clock: Clock
  /** Which of the sessions have not ended, in one read. */
  listOpenSessions: (followers: readonly Follower[], now: Date) => Promise<ReadonlySet<Follower>>
  /** What a page follows, of which only so many may; all follow the same if absent. */
  subjectOf?: (follower: Follower) => string
  onError: (message: string, error: unknown) => void
}

/**
 * How many streams may be open: the oldest of an account or of a shop gives way, and in all no more are
 * accepted.
 */
export const maxStreams = { ofAccount: 6, ofSubject: 40, inAll: 2_000 }
/** How often `tick` is to be called, in ms: a heartbeat for all streams. */
export const tickMs = 25_000
/**
 * Sessions are checked at every tick that comes this long after the last check, in ms: at most 50 s apart.
 */
const checkMs = 40_000
/**
 * After this time, in ms, a page must connect again, so that no stream to a phone that is gone stays open for
 * ever.
 */
const maxAgeMs = 30 * 60_000
/** A page that has this many unread bytes waiting is closed instead of buffered for. */
const maxUnsentBytes = 65_536

/** Every stream of this process, and the one timer that keeps them. */
type LiveStreams<Follower extends LiveFollower> = {
  isFull(): boolean
  /** Begins a stream on a response whose head is written; `ended` is called once, whatever ends it. */
  open(
    raw: ServerResponse,
    follower: Follower,
    options: { isGzip: boolean; ended: () => void },
  ): LiveStream<Follower>
  /** Heartbeats, old streams, and sessions that ended. */
  tick(): Promise<void>
  closeAll(): void
}

/** Holds the streams of this process within their bounds. */
export function holdStreams<Follower extends LiveFollower>({
  clock,
  listOpenSessions,
  subjectOf = () => '',
  onError,
}: StreamDeps<Follower>): LiveStreams<Follower> {
  /** The oldest first. */
  const open = new Map<LiveStream<Follower>, { openedMs: number }>()
  let checkedMs = clock.now().getTime()

  function makeRoom(newest: Follower): void {
    const ofAccount = [...open.keys()].filter(({ follower }) => follower.accountId === newest.accountId)
    if (ofAccount.length >= maxStreams.ofAccount) ofAccount[0]?.dismiss()
    const subject = subjectOf(newest)
    const ofSubject = [...open.keys()].filter(({ follower }) => subjectOf(follower) === subject)
    if (ofSubject.length >= maxStreams.ofSubject) ofSubject[0]?.dismiss()
  }

  async function dismissEnded(now: Date): Promise<void> {
    const streams = [...open.keys()]
    if (streams.length === 0) return
    try {
      const still = await listOpenSessions(
        streams.map(({ follower }) => follower),
        now,
      )
      for (const { follower, dismiss } of streams) if (!still.has(follower)) dismiss()
    } catch (error) {
      onError('The sessions of open pages could not be checked; they are checked again.', error)
    }
  }

  return {
    isFull: () => open.size >= maxStreams.inAll,
    open: (raw, follower, { isGzip, ended }) => {
      makeRoom(follower)
      const { head, encode, tail } = isGzip ? gzipEncoding() : plainEncoding()
      const send = (message: LiveMessage) => {
        if (raw.destroyed || raw.writableEnded) return
        if (raw.writableLength > maxUnsentBytes) return void raw.destroy()
        raw.write(encode(message))
      }
      const forget = () => {
        if (open.delete(stream)) ended()
      }
      const close = () => {
        forget()
        if (!raw.writableEnded) raw.end(tail())
      }
      const dismiss = () => {
        send(endMessage)
        close()
      }
      const stream: LiveStream<Follower> = { follower, send, dismiss, close }
      open.set(stream, { openedMs: clock.now().getTime() })
      raw.once('close', forget)
      raw.write(head)
      if (raw.destroyed) forget()
      return stream
    },
    tick: async () => {
      const now = clock.now()
      for (const [{ send, close }, { openedMs }] of open) {
        if (now.getTime() - openedMs >= maxAgeMs) close()
        else send(heartbeat)
      }
      if (now.getTime() - checkedMs < checkMs) return
      checkedMs = now.getTime()
      await dismissEnded(now)
    },
    closeAll: () => {
      for (const { close } of [...open.keys()]) close()
    },
  }
}

const endMessage = liveEvent('end', '{}')
