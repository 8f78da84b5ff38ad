import type { Loop } from '../base/background/loop.ts'
import type { OwnSession } from '../base/database/open-database.ts'

type WorkDeps = {
  /** Where the lock is held, and whether it is: what the rest of this process goes by. */
  background: Pick<OwnSession, 'hold'> & { isHere: boolean }
  onError: (message: string, error: unknown) => void
}

/** The lock of the background work; any number that no other use of this database has. */
const workKey = 4_207_133_907

/** How soon a start that failed is tried again, in ms. */
const againMs = 1_000

/**
 * Starts the background work while this process has it, and stops it when another one does: one process at a
 * time, so that several cost what one costs, taken over within two seconds of its end (decision 392). Should
 * two do it for a moment, each step is still done once. Throws what the first start throws.
 */
export async function workWhileHeld(
  { background, onError }: WorkDeps,
  start: () => Promise<Loop[]>,
): Promise<Loop> {
  let loops: Loop[] = []
  let isFirst = true
  let again: NodeJS.Timeout | undefined
  /** Starts and stops follow each other. */
  let turn: Promise<void> = Promise.resolve()

  async function begin(): Promise<void> {
    if (!background.isHere || loops.length > 0) return
    try {
      loops = await start()
    } catch (error) {
      if (isFirst) throw error
      onError('The background work could not be started; it is tried again.', error)
      again = setTimeout(() => next(begin), againMs)
    }
  }

  async function end(): Promise<void> {
    clearTimeout(again)
    const ended = loops
    loops = []
    await Promise.all(ended.map((loop) => loop.stop()))
  }

  function next(step: () => Promise<void>): void {
    turn = turn.then(step)
    // A first start that fails is thrown below.
    turn.catch(() => {})
  }

  const lock = background.hold({
    key: workKey,
    onHeld: () => {
      background.isHere = true
      next(begin)
    },
    onLost: () => {
      background.isHere = false
      next(end)
    },
  })
  await lock.asked
  await turn.catch(async (error: unknown) => {
    await lock.stop()
    throw error
  })
  isFirst = false
  return {
    wake: () => {
      for (const loop of loops) loop.wake()
    },
    stop: async () => {
      background.isHere = false
      // Others begin at once, while what is under way here ends.
      const released = lock.stop()
      next(end)
      await Promise.all([turn, released])
    },
  }
}
