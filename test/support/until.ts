import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

/** How long a test waits for what must happen: a test that hangs ends then. It promises nothing of how fast that is. */
export const hangsAfterMs = 240_000

/** Looks again and again until something holds; fails when it does not for as long as `hangsAfterMs`. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + hangsAfterMs
  while (!(await holds())) {
    assert.ok(performance.now() < end, `Waited ${hangsAfterMs} ms in vain for ${what}.`)
    await wait(5)
  }
}
