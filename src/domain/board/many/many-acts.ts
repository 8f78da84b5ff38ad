import type { ErrorCode } from '../../../contract/errors.ts'

/** How many deliveries one act is done to at most. */
export const maxChosen = 100

/** What can be done to several deliveries at once. */
export type ManyAct =
  | { kind: 'ASSIGN'; courierId: string; reason: string }
  | { kind: 'EXPIRE'; reason: string }
  | { kind: 'NOTIFY' }

/** What came of it, row by row, as the audit keeps it: deliveries by their references. */
export type ManyDone = {
  act: ManyAct['kind']
  /** By their first name. */
  courier?: string
  reason?: string
  done: string[]
  refused: { reference: string; code: ErrorCode }[]
}
