import type { Clock } from '../../base/kernel/clock.ts'
import type { ApprovalDeps } from '../shops/approve-shop.ts'
import { newMessage } from './enqueue-messages.ts'
import { findOwnerAddresses } from './find-owner-addresses.ts'
import { insertMessages } from './message-store.ts'

/**
 * What the room of shops writes to owners whose shop may order from now on: by mail, or on the phone without
 * one. It stands below this room, and is given this function.
 */
export const enqueueApprovalMessages = ({
  clock,
}: {
  clock: Clock
}): Pick<ApprovalDeps, 'notifyApproved'> => ({
  notifyApproved: async (trx, shopId) => {
    const now = clock.now()
    const about = { shop_id: shopId }
    const addresses = await findOwnerAddresses(trx, shopId)
    const mails = addresses.map((recipient) => newMessage('SHOP_APPROVED', { ...about, recipient }, now))
    await insertMessages(trx, mails.length > 0 ? mails : [newMessage('SHOP_APPROVED_PHONE', about, now)])
  },
})
