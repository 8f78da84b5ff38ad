/** From when to when a shift lasts. */
export type ShiftSpan = { beginsAt: Date; endsAt: Date }

/**
 * How many couriers a shift may want, how long it lasts at least and at most, how many are planned at once,
 * how long before it its couriers are reminded, after how many minutes somebody who is not on duty did not
 * come, how many days ahead couriers see shifts, and how many days shifts are kept (decision 352).
 */
export const shiftBounds = {
  wanted: { min: 1, max: 200 },
  minMinutes: 30,
  maxHours: 16,
  atOnce: 7,
  remindedMinutes: 60,
  lateMinutes: 15,
  shownDays: 14,
  keptDays: 400,
} as const

/** Whether a shift may last as long as that. */
export function isShiftSpan({ beginsAt, endsAt }: ShiftSpan): boolean {
  const minutes = (endsAt.getTime() - beginsAt.getTime()) / 60_000
  return minutes >= shiftBounds.minMinutes && minutes <= shiftBounds.maxHours * 60
}

/** Until when a courier may leave a shift. */
export const leavableUntil = ({ beginsAt }: Pick<ShiftSpan, 'beginsAt'>, leaveHours: number): Date =>
  new Date(beginsAt.getTime() - leaveHours * 60 * 60_000)
