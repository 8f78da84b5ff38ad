import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

/** Looks again and again until something holds; fails when it does not within `boundMs`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  boundMs = 10_000,
): Promise<void> {
  const end = performance.now() + boundMs
  while (!(await holds())) {
    assert.ok(performance.now() < end, `Waited ${boundMs} ms in vain for ${what}.`)
    await wait(5)
  }
}
