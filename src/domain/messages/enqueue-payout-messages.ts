import type { Trx } from '../../base/database/open-database.ts'
import { payoutCode } from '../shops/payout/payout-change.ts'
import type { PayoutDeps, PayoutNotice } from '../shops/payout/payout-deps.ts'
import { newMessage } from './enqueue-messages.ts'
import { findOwnerAddresses } from './find-owner-addresses.ts'
import { insertMessages } from './message-store.ts'
import { type StrangerDeps, takeStrangerMessage } from './strangers/take-stranger-message.ts'

type Sending = Pick<PayoutDeps, 'sendPayoutCode' | 'notifyOwners'>

/**
 * What the room of shops sends about payout numbers: it stands below this one, and is given these functions.
 */
export const enqueuePayoutMessages = ({ clock, strangers }: StrangerDeps): Sending => ({
  sendPayoutCode: async (trx, { phone, code, ...notice }) => {
    const isNew = phone !== notice.change.old_phone
    await takeStrangerMessage(trx, { clock, strangers }, { to: isNew ? phone : null, network: null })
    const now = clock.now()
    const about = {
      shop_id: notice.change.shop_id,
      recipient: phone,
      content: JSON.stringify({ ...contentOf(notice), code }),
      expires_at: new Date(now.getTime() + payoutCode.lifeMs),
    }
    await insertMessages(trx, [newMessage('PAYOUT_CODE', about, now)])
  },
  notifyOwners: async (trx, kind, notice) => {
    const { shop_id: shopId } = notice.change
    await mailOwners(trx, kind, { shopId, content: contentOf(notice), now: clock.now() })
  },
})

/** What owners are told about payouts, and when. */
type ToOwners = { shopId: string; content: object; now: Date }

/** Enqueues a mail about payouts to every owner of a shop; returns to how many addresses. */
async function mailOwners(
  trx: Trx,
  kind: 'PAYOUT_CHANGE_REQUESTED' | 'PAYOUT_CHANGED' | 'PAYOUT_HELD',
  { shopId, content, now }: ToOwners,
): Promise<number> {
  const about = { shop_id: shopId, content: JSON.stringify(content) }
  const addresses = await findOwnerAddresses(trx, shopId)
  await insertMessages(
    trx,
    addresses.map((recipient) => newMessage(kind, { ...about, recipient }, now)),
  )
  return addresses.length
}

/**
 * Enqueues the message to the owners of a shop whose number refuses its payouts: by mail, or on the phone
 * without one.
 */
export async function notifyOwnersOfHeldPayout(trx: Trx, told: ToOwners): Promise<void> {
  if ((await mailOwners(trx, 'PAYOUT_HELD', told)) > 0) return
  const about = { shop_id: told.shopId, content: JSON.stringify(told.content) }
  await insertMessages(trx, [newMessage('PAYOUT_HELD_PHONE', about, told.now)])
}

/** Enqueues the message to a courier whose number refuses what they earned. */
export async function notifyCourierOfHeldPayout(
  trx: Trx,
  { courierId, content, now }: { courierId: string; content: object; now: Date },
): Promise<void> {
  const about = { courier_id: courierId, content: JSON.stringify(content) }
  await insertMessages(trx, [newMessage('COURIER_PAYOUT_HELD', about, now)])
}

/** The ends of the numbers, and how long the change is held after the code. */
const contentOf = ({ change, heldMs }: PayoutNotice) => ({
  oldEnd: change.old_phone && endOf(change.old_phone),
  newEnd: endOf(change.new_phone),
  heldHours: heldMs > 0 ? Math.round(heldMs / 3_600_000) : null,
})

const endOf = (phone: string): string => phone.slice(-4)
