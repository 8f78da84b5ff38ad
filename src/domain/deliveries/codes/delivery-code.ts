import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { type CodeState, isClosed, verifyCode } from './handover-code.ts'

/** The codes of a delivery: the shop's at pickup, the customer's at hand-over, the shop's at the return. */
const codeNames = ['pickup', 'confirmation', 'return'] as const
export type CodeName = (typeof codeNames)[number]

/** How often a wrong code was entered, as columns of a delivery. */
type CodeCount = Partial<
  Pick<DeliveryRow, `${CodeName}_code_tries` | `${CodeName}_code_locked_until` | `${CodeName}_code_locks`>
>

/**
 * A wrong code is refused, but its count is kept; `locks` names the code that it locked, `isClosed` says
 * whether only the operator can unlock it.
 */
export type WrongCode = { refusal: ApiError; change: CodeCount; locks: CodeName | null; isClosed: boolean }

/**
 * Verifies a code that was entered for a delivery at `now` (decision 26). Throws CODE_LOCKED, CODE_CLOSED.
 */
export function verifyDeliveryCode(
  delivery: DeliveryRow,
  name: CodeName,
  entered: string,
  now: Date,
): { change: CodeCount } | WrongCode {
  const { stateOf, counted } = columnsOf[name]
  const verified = verifyCode(stateOf(delivery), entered, now)
  if (verified.verdict === 'LOCKED') throw new ApiError('CODE_LOCKED', verified)
  if (verified.verdict === 'CLOSED') throw new ApiError('CODE_CLOSED')
  const change = counted(verified)
  if (verified.verdict === 'RIGHT') return { change }
  return {
    refusal: new ApiError('CODE_WRONG', verified),
    change,
    locks: verified.lockedUntil ? name : null,
    isClosed: isClosed(verified),
  }
}

/** The codes of a delivery that are locked at `now`, for a while or until the operator unlocks them. */
export const lockedCodes = (delivery: DeliveryRow, now: Date): CodeName[] =>
  codeNames.filter((name) => {
    const state = columnsOf[name].stateOf(delivery)
    return isClosed(state) || (state.lockedUntil !== null && now < state.lockedUntil)
  })

/** How a code stands, without the code: what those see who may unlock it. */
export type CodeStanding = { name: CodeName; tries: number; lockedUntil: Date | null; isClosed: boolean }

/** How the codes of a delivery stand that exist at `now`. */
export const codeStandings = (delivery: DeliveryRow, now: Date): CodeStanding[] =>
  codeNames.flatMap((name) => {
    const { code, tries, lockedUntil, locks } = columnsOf[name].stateOf(delivery)
    const isLocked = lockedUntil !== null && now < lockedUntil
    const standing = {
      name,
      tries,
      lockedUntil: isLocked ? lockedUntil : null,
      isClosed: isClosed({ locks }),
    }
    return code === null ? [] : [standing]
  })

/** The columns that unlock a code, with all its tries. */
export const openedCode = (name: CodeName): CodeCount =>
  columnsOf[name].counted({ tries: 0, lockedUntil: null, locks: 0 })

type Count = Pick<CodeState, 'tries' | 'lockedUntil' | 'locks'>

type Columns = {
  stateOf(delivery: DeliveryRow): CodeState
  counted(count: Count): CodeCount
}

const columnsOf: Record<CodeName, Columns> = {
  pickup: {
    stateOf: (row) => ({
      code: row.pickup_code,
      tries: row.pickup_code_tries,
      lockedUntil: row.pickup_code_locked_until,
      locks: row.pickup_code_locks,
    }),
    counted: ({ tries, lockedUntil, locks }) => ({
      pickup_code_tries: tries,
      pickup_code_locked_until: lockedUntil,
      pickup_code_locks: locks,
    }),
  },
  confirmation: {
    stateOf: (row) => ({
      code: row.confirmation_code,
      tries: row.confirmation_code_tries,
      lockedUntil: row.confirmation_code_locked_until,
      locks: row.confirmation_code_locks,
    }),
    counted: ({ tries, lockedUntil, locks }) => ({
      confirmation_code_tries: tries,
      confirmation_code_locked_until: lockedUntil,
      confirmation_code_locks: locks,
    }),
  },
  return: {
    stateOf: (row) => ({
      code: row.return_code,
      tries: row.return_code_tries,
      lockedUntil: row.return_code_locked_until,
      locks: row.return_code_locks,
    }),
    counted: ({ tries, lockedUntil, locks }) => ({
      return_code_tries: tries,
      return_code_locked_until: lockedUntil,
      return_code_locks: locks,
    }),
  },
}
