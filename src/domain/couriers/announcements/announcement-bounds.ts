import { cleanedLine } from '../../../base/kernel/plain-text.ts'

/**
 * How long what is written to all couriers of a city may be, how often a city is written to within a day, and
 * for how many days it stands on the page of somebody who has not seen it (decision 351).
 */
export const announcementBounds = { min: 3, max: 300, perDay: 4, shownDays: 7, keptDays: 90 } as const

/** An announcement as it was typed, in one line; undefined where it is too short or too long. */
export function announcementText(typed: string): string | undefined {
  const text = cleanedLine(typed)
  const { length } = [...text]
  return length >= announcementBounds.min && length <= announcementBounds.max ? text : undefined
}
