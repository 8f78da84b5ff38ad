import { translator } from '../base/kernel/translate.ts'
import french from '../words/errors.fr.json' with { type: 'json' }

/** What errors and faults say: English as it stands in the code, French in the catalogue. */
export const { speak, worded } = translator({ fr: french })
/** A message of an error or of a fault. */
export type ErrorText = keyof typeof french

/** What is wrong with a text that `readDateTime` cannot read. */
export const dateTimeMessage = 'must be a date-time with its offset (2026-11-21T10:00:00+01:00)'
