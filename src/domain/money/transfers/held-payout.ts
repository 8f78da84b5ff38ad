import type { TransferRow } from './transfer-row.ts'

/**
 * The payout that the operator refused for the number of a shop or courier, as long as they have that number
 * and nobody had it sent again; undefined where none waits. `payouts` are those to them, the newest first.
 */
export function heldPayout(
  phone: string | null,
  [latest]: readonly TransferRow[],
  now: Date,
): TransferRow | undefined {
  if (latest?.state !== 'REFUSED' || latest.reason !== 'NUMBER_REFUSED' || latest.phone !== phone)
    return undefined
  return latest.retry_at === null || latest.retry_at > now ? latest : undefined
}

/**
 * How long a courier waits before they ask for another try: each is a call to the provider, and may be a
 * message.
 */
export const courierRetryPauseMs = 15 * 60_000
