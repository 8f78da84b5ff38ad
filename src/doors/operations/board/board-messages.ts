import type { Board, BoardChange } from '../../../domain/board/board.ts'
import type { BoardFollower } from '../../../domain/board/follow-board.ts'
import { type LiveMessage, liveEvent } from '../../../web/live/live-message.ts'

/** A message, and the version of the board that whoever has read it knows. */
type BoardMessage = { version: number; message: LiveMessage }

/** What those who watch the board are sent, made once for all of them. */
type BoardMessages = {
  /** What comes after the board of a version, or first of all; undefined when that is the board already. */
  next(version: number | undefined, board: Board): BoardMessage | undefined
}

/** So many changes after a whole board was made, who comes is sent a new one. */
const maxAfterWhole = 10

/**
 * Words the board for its streams: `board` is all of it, `change` what is other since the version before. Who
 * comes while others watch is sent the whole board that was made last, and then what changed since.
 */
export function wordBoard({ changesSince }: Pick<BoardFollower, 'changesSince'>): BoardMessages {
  const messages = new WeakMap<BoardChange, BoardMessage>()
  let whole: BoardMessage | undefined

  function worded(change: BoardChange): BoardMessage {
    const message = messages.get(change) ?? { version: change.version, message: changeEvent(change) }
    messages.set(change, message)
    return message
  }

  function wholeBoard(board: Board): BoardMessage {
    const since = whole && changesSince(whole.version)
    if (!whole || !since || since.length > maxAfterWhole)
      whole = { version: board.version, message: boardEvent(board) }
    return whole
  }

  return {
    next: (version, board) => {
      if (version === board.version) return undefined
      const [change] = (version !== undefined && changesSince(version)) || []
      return change ? worded(change) : wholeBoard(board)
    },
  }
}

function boardEvent({ version, at, hasMore, deliveries, couriers }: Board): LiveMessage {
  const all = { deliveries: [...deliveries.values()], couriers: [...couriers.values()] }
  return liveEvent('board', JSON.stringify({ version, at: at.getTime(), hasMore, ...all }))
}

const changeEvent = (change: BoardChange): LiveMessage =>
  liveEvent('change', JSON.stringify({ ...change, at: change.at.getTime() }))
