/** How many months that are over one may choose from; older ones are closed with them. */
const shownMonths = 12

/** The months that are over, like `2026-10`, the last one first. */
export const monthsOver = (now: Date): string[] =>
  Array.from({ length: shownMonths }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - back)).toISOString().slice(0, 7),
  )
