import type { Loop } from '../../src/base/background/loop.ts'

/** A loop with the lookout that wakes it, which stop together. */
export const lookedOutFor = (loop: Loop, lookout: Loop): Loop => ({
  wake: loop.wake,
  stop: async () => void (await Promise.all([lookout.stop(), loop.stop()])),
})
