import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { phoneName } from '../accounts/account-name.ts'
import { findAccountByName } from '../accounts/account-store.ts'
import { listInvitationsOf } from '../accounts/team/invitation-store.ts'
import { findCourierByPhone } from '../couriers/courier-store.ts'
import { findBlockedCustomer } from '../deliveries/blocking/blocked-customer-store.ts'
import {
  countDeliveriesToPhone,
  listDeliveriesToPhone,
  listDeliveriesWithOtherPhones,
  listFrozenEvents,
} from '../deliveries/erasing/erasure-store.ts'
import { listFilesOf } from '../deliveries/files/delivery-file-store.ts'
import { kindsForCustomers } from '../messages/message-kinds.ts'
import { listMessagesToCustomers } from '../messages/message-store.ts'
import { type KeptOfCustomer, maxShown } from './kept-of-customer.ts'

/** What is kept of a phone number, in international form. */
export async function findCustomer(
  { db, clock }: { db: Database; clock: Clock },
  phone: string,
): Promise<KeptOfCustomer> {
  const deliveries = await listDeliveriesToPhone(db, phone, { limit: maxShown })
  const keys = deliveries.map(({ shop_id: shopId, id }) => ({ shopId, id }))
  const counts = await countDeliveriesToPhone(db, phone)
  const formerly = await listDeliveriesWithOtherPhones(db, phone, maxShown)
  const messages = await listMessagesToCustomers(db, keys, { kinds: kindsForCustomers, limit: 10_000 })
  const events = await listFrozenEvents(db, keys)
  const name = phoneName(phone)
  return {
    phone,
    ...counts,
    deliveries,
    formerly: formerly.length,
    messages: messages.length,
    photos: new Set(deliveries.flatMap(({ photo_key }) => photo_key ?? [])).size,
    files: (await listFilesOf(db, keys)).length,
    events: events.length,
    hasAccount: (await findAccountByName(db, name)) !== undefined,
    isInvited: (await listInvitationsOf(db, name, clock.now())).length > 0,
    isCourier: (await findCourierByPhone(db, phone)) !== undefined,
    blocked: await findBlockedCustomer(db, phone),
  }
}
