/**
 * What a shop may announce in an hour, and how many bytes the photos of all shops that no order has named may
 * have; 0 lifts a limit.
 */
export type PhotoQuota = { perHour: number; bytesPerHour: number; unusedBytes: number }

/**
 * What a shop has announced in the hour before now, and when the oldest of it was; and what no order has
 * named.
 */
export type AnnouncedPhotos = {
  photos: number
  bytes: number
  oldestAt: Date | null
  unusedBytes: number
  unusedBytesOfShop: number
}

export const quotaWindowMs = 60 * 60_000

/**
 * What a photo counts at least among those that no order has named, so that they are not too many to be
 * summed.
 */
export const leastPhotoBytes = 64 * 1024

/** How much of what all may leave unused one shop may: so no shop alone stops the others. */
const shareOfShop = 1 / 4
/** An order that names its photo makes room at once, and a day later they are removed. */
const unusedRetrySeconds = 600

/** Why a shop may not announce `sizeBytes` more now, and when to try again; undefined when it may. */
export function quotaRefusal(
  { perHour, bytesPerHour, unusedBytes }: PhotoQuota,
  announced: AnnouncedPhotos,
  sizeBytes: number,
  now: Date,
): { retryAfterSeconds: number; isUnused?: true } | undefined {
  const { photos, bytes, oldestAt } = announced
  if (isBeyond(photos + 1, perHour) || isBeyond(bytes + sizeBytes, bytesPerHour)) {
    const endsAt = (oldestAt ?? now).getTime() + quotaWindowMs
    return { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) }
  }
  const counted = Math.max(sizeBytes, leastPhotoBytes)
  const isFull =
    isBeyond(announced.unusedBytes + counted, unusedBytes) ||
    isBeyond(announced.unusedBytesOfShop + counted, unusedBytes * shareOfShop)
  return isFull ? { retryAfterSeconds: unusedRetrySeconds, isUnused: true } : undefined
}

const isBeyond = (amount: number, limit: number): boolean => limit > 0 && amount > limit
