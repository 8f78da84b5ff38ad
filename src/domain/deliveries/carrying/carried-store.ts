import { lockByName } from '../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isCarried } from '../delivery-store.ts'
import type { HeldParcel } from './carrying-capacity.ts'

/**
 * Holds what a courier carries until the transaction ends, so that one parcel is given to them after the
 * other. Whoever locks deliveries as well locks all of these first: then nobody waits in a circle.
 */
export async function lockCarrying(trx: Trx, courierId: string): Promise<void> {
  await lockByName(trx, `carrying ${courierId}`)
}

/** The slots of a courier that are taken, and the sizes of the parcels in them. */
export async function listHeldParcels(trx: Trx, courierId: string): Promise<HeldParcel[]> {
  return trx
    .selectFrom('deliveries')
    .select(['deliveries.courier_slot as slot', 'deliveries.parcel_size as size'])
    .where('deliveries.courier_id', '=', courierId)
    .where(isCarried())
    .execute()
}

/**
 * The deliveries that a courier is busy with, by their slots; a refused parcel is theirs until it is back.
 */
export async function listCarriedDeliveries(db: Database, courierId: string): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('deliveries.courier_id', '=', courierId)
    .where(isCarried())
    .orderBy('deliveries.courier_slot')
    .execute()
}
