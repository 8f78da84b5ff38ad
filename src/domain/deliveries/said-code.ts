import { ApiError } from '../../base/contract/errors.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { type CodeState, judgeCode } from './handover-code.ts'

/** The codes of a delivery: the shop's at pickup, the customer's at hand-over, the shop's at the return. */
export type CodeName = 'pickup' | 'confirmation' | 'return'

/** How often a code was said wrongly, as the columns of a delivery keep it. */
export type CodeCount = Partial<Pick<DeliveryRow, `${CodeName}_code_tries` | `${CodeName}_code_locked_until`>>

/** A wrong code is refused, but its count is kept; `locks` names the code that it locked. */
export type WrongCode = { refusal: ApiError; change: CodeCount; locks: CodeName | null }

/** Judges a code that was said for a delivery at `now` (decision 26). Throws CODE_LOCKED. */
export function hearCode(
  delivery: DeliveryRow,
  name: CodeName,
  said: string,
  now: Date,
): { change: CodeCount } | WrongCode {
  const { stateOf, counted } = columnsOf[name]
  const judged = judgeCode(stateOf(delivery), said, now)
  if (judged.verdict === 'LOCKED') throw new ApiError('CODE_LOCKED', judged)
  const change = counted(judged.tries, judged.lockedUntil)
  if (judged.verdict === 'RIGHT') return { change }
  return { refusal: new ApiError('CODE_WRONG', judged), change, locks: judged.lockedUntil ? name : null }
}

type Columns = {
  stateOf(delivery: DeliveryRow): CodeState
  counted(tries: number, lockedUntil: Date | null): CodeCount
}

const columnsOf: Record<CodeName, Columns> = {
  pickup: {
    stateOf: (row) => ({
      code: row.pickup_code,
      tries: row.pickup_code_tries,
      lockedUntil: row.pickup_code_locked_until,
    }),
    counted: (tries, until) => ({ pickup_code_tries: tries, pickup_code_locked_until: until }),
  },
  confirmation: {
    stateOf: (row) => ({
      code: row.confirmation_code,
      tries: row.confirmation_code_tries,
      lockedUntil: row.confirmation_code_locked_until,
    }),
    counted: (tries, until) => ({ confirmation_code_tries: tries, confirmation_code_locked_until: until }),
  },
  return: {
    stateOf: (row) => ({
      code: row.return_code,
      tries: row.return_code_tries,
      lockedUntil: row.return_code_locked_until,
    }),
    counted: (tries, until) => ({ return_code_tries: tries, return_code_locked_until: until }),
  },
}
