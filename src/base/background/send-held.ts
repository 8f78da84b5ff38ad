import { randomUUID } from 'node:crypto'
import { type Clock, checkLease } from '../kernel/clock.ts'
import { type Loop, startLoop, untilWoken } from './loop.ts'

/** Under which name, and until when, this process holds what it claimed. */
export type Lease = { owner: string; leaseEnds: Date }

type Sending<Held> = {
  name: string
  clock: Clock
  /** How many are under way at once in this process. */
  maxInFlight: number
  /** How long each is held: longer than sending it takes, after which another process takes it over. */
  leaseMs: number
  /** Claims at most `limit` that are due at `now`. */
  take: (lease: Lease & { now: Date; limit: number }) => Promise<readonly Held[]>
  /** Sends one and saves its outcome. */
  send: (held: Held, lease: Lease) => Promise<void>
  onError: (message: string, error: unknown) => void
  /** What is reported of one that could not be sent or whose outcome could not be saved. */
  failed: string
}

/**
 * Sends what is due, when it is woken, until it is stopped: claims it under a lease and sends each by itself,
 * so that one that hangs holds one place and no transaction is open meanwhile. Stopping waits for those under
 * way.
 */
export function sendHeld<Held>(options: Sending<Held>): Loop {
  const { name, clock, maxInFlight, leaseMs, take, send, onError, failed } = options
  const owner = randomUUID()
  const underWay = new Set<Promise<void>>()

  async function round(): Promise<boolean> {
    const limit = maxInFlight - underWay.size
    if (limit <= 0) return false
    const now = clock.now()
    const lease = { owner, leaseEnds: new Date(now.getTime() + leaseMs) }
    const held = await take({ ...lease, now, limit })
    for (const each of held) hold(each, lease)
    return held.length === limit
  }

  async function sendInTime(each: Held, lease: Lease): Promise<void> {
    checkLease(lease.leaseEnds, clock)
    await send(each, lease)
  }

  function hold(each: Held, lease: Lease): void {
    const sent = sendInTime(each, lease)
      .catch((error: unknown) => onError(failed, error))
      .finally(() => {
        underWay.delete(sent)
        loop.wake()
      })
    underWay.add(sent)
  }

  const loop = startLoop({ name, everyMs: untilWoken, round, onError })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await Promise.all(underWay)
    },
  }
}
