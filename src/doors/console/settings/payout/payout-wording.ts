import type { ConsoleText } from '../../console-words.ts'

/** With the hour and the day of the week on which this service pays out. */
export const payoutRhythmNames = {
  AT_ONCE: 'After each hand-over',
  DAILY: 'Once a day, from {hour}:00 on',
  WEEKLY: 'Once a week, on {weekday} from {hour}:00 on',
} as const

export const payoutRecentStates = {
  DUE: 'leaves in a moment',
  SENT: 'on its way',
  PAID: 'paid',
  REFUSED: 'refused by the operator',
} as const

export const payoutCollectionOptions = {
  SECURE: 'Mobile money, through the service',
  DIRECT: 'Directly to my number',
} as const

export const payoutDone: Record<string, ConsoleText> = {
  sent: 'The code is on its way.',
  held: 'Confirmed. The change takes effect in 24 hours.',
  applied: 'Done: this number receives your sales now.',
  cancelled: 'The change is cancelled. The number stays the same.',
  collection: 'Saved.',
  terms: 'Saved.',
  retried: 'Another try is on its way.',
}
