import { ApiError } from '../contract/errors.ts'

/**
 * Who sends a body, from whom the service knows least about: under pressure the first give way to the last.
 */
export const trusts = ['STRANGER', 'KNOWN', 'APPROVED', 'SERVICE'] as const
export type Trust = (typeof trusts)[number]

/** Whoever sends a body: how far they are trusted, and who they are among all of their network. */
export type Sender = { trust: Trust; holder: string }

/** A body on its way. `receivedBytes` says how much of it has come. */
export type ArrivingBody = {
  network: string
  sender: () => Sender | null
  receivedBytes: () => number
  isOver: () => boolean
  /** How long it may take in all, in ms. */
  withinMs: number
  /** Whether it goes to the disk as it comes, instead of into memory. */
  isStored: boolean
  /** Answers the request with the refusal; nothing more of the body is read. */
  end: (refusal: ApiError) => void
}

export type BodyBounds = {
  /** A body of which fewer bytes than `floorBytes` come within any `windowMs` is ended. */
  windowMs: number
  floorBytes: number
  /** The memory of all bodies on their way. */
  memoryBytes: number
}

/**
 * 512 bytes a second is less than any phone has; a quarter of a minute is longer than a change of cells
 * takes.
 */
export const bodyBounds: BodyBounds = {
  windowMs: 15_000,
  floorBytes: 7_680,
  memoryBytes: 192 * 1024 * 1024,
}

/** What a body takes at least: its connection, and the reader of its parts. */
const leastBytes = 16 * 1024
const retryAfterSeconds = 10

type Held = ArrivingBody & { since: number; windowSince: number; windowBytes: number; usedBytes: number }

/**
 * The bodies on their way to this process (decision 277). No body has a place: each takes the bytes that have
 * come of it. When all together take more than there is, the least trusted give way, of these the network
 * that takes most, and of that whoever takes most. `check` is to be called often, with the time in ms.
 */
export function holdBodies(bounds: BodyBounds = bodyBounds) {
  const held = new Set<Held>()

  function check(now: number): void {
    for (const body of held) {
      const received = body.receivedBytes()
      body.usedBytes = body.isStored ? leastBytes : Math.max(leastBytes, received)
      if (body.isOver()) held.delete(body)
      else if (now - body.since >= body.withinMs || isTooSlow(body, received, now))
        end(body, new ApiError('REQUEST_TIMEOUT'))
    }
    let usedBytes = sumOf(held)
    if (usedBytes <= bounds.memoryBytes) return
    for (const body of firstToGo([...held])) {
      if (usedBytes <= bounds.memoryBytes) return
      usedBytes -= body.usedBytes
      end(body, new ApiError('RATE_LIMITED', { retryAfterSeconds }))
    }
  }

  function isTooSlow(body: Held, received: number, now: number): boolean {
    if (now - body.windowSince < bounds.windowMs) return false
    const isSlow = received - body.windowBytes < bounds.floorBytes
    Object.assign(body, { windowSince: now, windowBytes: received })
    return isSlow
  }

  function end(body: Held, refusal: ApiError): void {
    held.delete(body)
    body.end(refusal)
  }

  return {
    /** Follows a body from now on, until it is over or the returned function is called. */
    add(body: ArrivingBody, now: number): () => void {
      const start = { since: now, windowSince: now, windowBytes: body.receivedBytes(), usedBytes: leastBytes }
      const holding: Held = { ...body, ...start }
      held.add(holding)
      return () => held.delete(holding)
    },
    check,
  }
}

/** The bodies, those that give way to others first. */
function firstToGo(bodies: readonly Held[]): Held[] {
  const byTrust = (body: Held) => trusts.indexOf(body.sender()?.trust ?? 'STRANGER')
  const networkOf = (body: Held) => `${byTrust(body)} ${body.network}`
  const holderOf = (body: Held) => `${networkOf(body)} ${body.sender()?.holder ?? ''}`
  const [byNetwork, byHolder] = [usedBy(bodies, networkOf), usedBy(bodies, holderOf)]
  return bodies.toSorted(
    (a, b) =>
      byTrust(a) - byTrust(b) ||
      byNetwork(b) - byNetwork(a) ||
      byHolder(b) - byHolder(a) ||
      b.usedBytes - a.usedBytes,
  )
}

/** What all bodies of the same key use together. */
function usedBy(bodies: readonly Held[], keyOf: (body: Held) => string): (body: Held) => number {
  const sums = new Map<string, number>()
  for (const body of bodies) sums.set(keyOf(body), (sums.get(keyOf(body)) ?? 0) + body.usedBytes)
  return (body) => sums.get(keyOf(body)) ?? 0
}

const sumOf = (bodies: Iterable<Held>): number => {
  let bytes = 0
  for (const { usedBytes } of bodies) bytes += usedBytes
  return bytes
}
