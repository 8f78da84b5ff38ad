import { v7 } from 'uuid'

/** The source of the time, so that a test can move it. */
export interface Clock {
  now(): Date
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() }

/**
 * Throws once a lease has ended. Called before the network is: a process that stood still since it claimed
 * something (SIGSTOP, a paused machine) holds it no longer, and another has done it.
 */
export function checkLease(leaseEnds: Date, clock: Clock): void {
  if (clock.now() >= leaseEnds) throw new Error('Its lease ended before anything was done.')
}

/** A clock that is set by hand, for tests and examples. */
export function manualClock(start: string): Clock & { set(to: string): void; forward(ms: number): void } {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    set: (to) => {
      nowMs = Date.parse(to)
    },
    forward: (ms) => {
      nowMs += ms
    },
  }
}

/** The source of random numbers, so that a test can choose them: from 0 up to, but not including, 1. */
export type Chance = () => number

/** The machine's own random numbers. */
export const systemChance: Chance = Math.random

/**
 * A new identifier: UUID version 7 carrying `at` to the millisecond, so that identifiers sort by
 * creation time (decision 16). Identifiers of the same millisecond sort at random.
 */
export function newId(at: Date): string {
  return v7({ msecs: at.getTime(), random: randomBytes() })
}

/**
 * Random bytes are drawn for many identifiers at once: a system call for each costs more than all the rest.
 */
const bytesEach = 16
const drawn = new Uint8Array(256 * bytesEach)
let used = drawn.length

function randomBytes(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  used += bytesEach
  return drawn.subarray(used - bytesEach, used)
}

/** The smallest UUID version 7 of the millisecond `at`: a lower bound for a range of identifiers. */
export function firstIdAt(at: Date): string {
  return v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })
}
