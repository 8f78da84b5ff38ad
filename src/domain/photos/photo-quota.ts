/** What a shop may announce in an hour; 0 lifts a limit. */
export type PhotoQuota = { perHour: number; bytesPerHour: number }

/** What it has announced in the hour before now, and when the oldest of it was. */
export type AnnouncedInHour = { photos: number; bytes: number; oldestAt: Date | null }

export const quotaWindowMs = 60 * 60_000

/** How many seconds a shop waits before it may announce `sizeBytes` more; undefined when it may now. */
export function quotaWaitSeconds(
  { perHour, bytesPerHour }: PhotoQuota,
  { photos, bytes, oldestAt }: AnnouncedInHour,
  sizeBytes: number,
  now: Date,
): number | undefined {
  const isReached =
    (perHour > 0 && photos + 1 > perHour) || (bytesPerHour > 0 && bytes + sizeBytes > bytesPerHour)
  if (!isReached) return undefined
  const endsAt = (oldestAt ?? now).getTime() + quotaWindowMs
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000))
}
