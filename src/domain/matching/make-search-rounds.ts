import type { Database, Trx } from '../../base/database/open-database.ts'
import { systemActor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { EventType } from '../../contract/vocabulary.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import type { PublishCommitted } from '../../events/event-body.ts'
import { insertEvent } from '../../events/event-store.ts'
import { type InternalEventType, internalEvent } from '../deliveries/delivery-event.ts'
import { courierPay } from '../deliveries/pay/courier-pay.ts'
import { paidTrip } from '../deliveries/pay/paid-trip.ts'
import type { PayDeps } from '../deliveries/pay/read-courier-pay.ts'
import { readPayRules } from '../deliveries/pay/read-pay-rules.ts'
import { closedUntil } from '../pricing/city-closing.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'
import { tourParcel } from '../tours/tour.ts'
import { tourLimits } from '../tours/tour-limits.ts'
import { listNearestCouriers } from './list-nearest-couriers.ts'
import { listPassingCouriers } from './list-passing-couriers.ts'
import { insertOffers, type MadeOffer } from './offer-store.ts'
import { freshPositionMs, maxOffersPerRound, reachOfRound, vehiclesFor } from './search-round.ts'
import {
  countRound,
  deleteSearch,
  findSearchedDelivery,
  type HeldSearch,
  insertSearches,
  makeChangedSearchesDue,
  type NearCourier,
  skipIdleSearches,
  takeDueSearches,
  type Wanted,
} from './search-store.ts'

const changed = 'delivery.changed' satisfies InternalEventType
const freed = 'delivery.freed' satisfies InternalEventType

export type SearchDeps = PayDeps & {
  db: Database
  clock: Clock
  /** Called after a commit with the events that it made, so that they are passed on at once. */
  publishCommitted: PublishCommitted
  onError: (message: string, error: unknown) => void
}

/**
 * The search's event consumer: enqueues a search for each delivery that waits for a courier, and makes the
 * next round of one whose trip was changed due at once, since nobody was asked about the new trip.
 */
export const enqueueSearches = ({
  clock,
  pricing,
}: Pick<SearchDeps, 'clock' | 'pricing'>): EventConsumer => ({
  name: 'matching',
  // The parcel of a second try is fetched at its shop once it is back there.
  types: ['delivery.created', 'delivery.location_confirmed', 'delivery.returned', freed, changed] satisfies (
    | EventType
    | InternalEventType
  )[],
  consume: async (trx, events) => {
    const now = clock.now()
    const closed = pricing.map.current().cities.flatMap((city) => {
      const opensAt = closedUntil(city, now)
      return opensAt instanceof Date ? { cityId: city.id, opensAt } : []
    })
    await insertSearches(trx, events, { now, closed })
    if (events.some(({ type }) => type === changed)) await makeChangedSearchesDue(trx, events, now)
  },
})

/** How many searches one call takes; a round is a few statements. */
const maxTaken = 50
/** How long a process holds a search: after a crash another takes it over. */
const leaseMs = 30_000

/**
 * Makes the round of each search that is due, and returns how many there were. Any number of processes may do
 * so at once; a failed round is logged and due again when its lease ends.
 */
export async function makeDueRounds(deps: SearchDeps): Promise<number> {
  const now = deps.clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const { COURIER_ROUND_SECONDS } = deps.rules.current()
  await skipIdleSearches(deps.db, { now, laterAt: secondsAfter(now, COURIER_ROUND_SECONDS) })
  const held = await takeDueSearches(deps.db, { now, leaseEnds, limit: maxTaken })
  for (const search of held) {
    await makeRound(deps, search, { now, leaseEnds }).catch((error: unknown) =>
      deps.onError('A search round failed; it is retried when its lease ends.', error),
    )
  }
  return held.length
}

/** One round: more couriers, farther away, until the delivery no longer waits; then the search is over. */
async function makeRound(
  deps: SearchDeps,
  held: HeldSearch,
  { now, leaseEnds }: { now: Date; leaseEnds: Date },
): Promise<void> {
  const { db, pricing, publishCommitted } = deps
  const rules = deps.rules.current()
  const event = await db.transaction().execute(async (trx) => {
    const delivery = await findSearchedDelivery(trx, held)
    if (!delivery) return void (await deleteSearch(trx, held, leaseEnds))
    const round = held.round + 1
    if (!(await countRound(trx, held, secondsAfter(now, rules.COURIER_ROUND_SECONDS)))) return undefined
    // A courier of the city may be at its other end.
    const reach = reachOfRound(rules, round, 2 * delivery.serviceRadiusMeters)
    const wanted = {
      key: { shopId: held.shopId, id: held.id },
      tripVersion: delivery.tripVersion,
      cityId: delivery.city_id,
      from: { lat: delivery.pickup_lat, lng: delivery.pickup_lng },
      vehicles: vehiclesFor(delivery.parcelSize),
      radiusMeters: reach.radiusMeters,
      limit: reach.offers,
      now,
      freshSince: new Date(now.getTime() - freshPositionMs),
    }
    const free = await nearestToAsk(trx, wanted)
    const { COURIER_MAX_PARCELS: maxParcels } = rules
    const joining = {
      parcel: tourParcel({ ...delivery, turns: null }),
      size: delivery.parcelSize,
      maxParcels,
      limitsOf: tourLimits(deps),
    }
    // As many as one round asks more, and never more than a round may ask at all.
    const limit = Math.min(reach.offers, maxOffersPerRound - free.length)
    const passing = maxParcels > 1 ? await listPassingCouriers(trx, { ...wanted, limit }, joining) : []
    const asked = [...free, ...passing]
    const askedIds = asked.map(({ courierId }) => courierId)
    const ruleOf = await readPayRules(trx, rules.COURIER_PAY_PERCENT, askedIds)
    const trip = paidTrip(pricing.map.current(), delivery, now)
    const offers = asked.map((courier) => ({
      ...courier,
      shopId: held.shopId,
      deliveryId: held.id,
      round,
      tripVersion: delivery.tripVersion,
      ...courierPay(delivery.priceWorking as PriceWorking, ruleOf(courier.courierId), trip),
      offeredAt: now,
      expiresAt: secondsAfter(now, rules.COURIER_OFFER_SECONDS),
    }))
    const made = await insertOffers(trx, offers)
    if (made.length === 0) return undefined
    const offered = offeredEvent(held, made, now)
    await insertEvent(trx, offered)
    return offered
  })
  if (event) publishCommitted([event])
}

/** Emits the internal event of a round: the couriers who were asked, and until when each may accept. */
const offeredEvent = ({ shopId, id }: HeldSearch, offers: readonly MadeOffer[], now: Date) =>
  internalEvent({ shopId, id }, 'delivery.offered', {
    now,
    actor: systemActor,
    data: { offers: offers.map(({ courierId, expiresAt }) => ({ courierId, expiresAt })) },
  })

/** Couriers who were never asked; when none is left, those who let an offer expire without declining it. */
async function nearestToAsk(trx: Trx, wanted: Omit<Wanted, 'again'>): Promise<NearCourier[]> {
  const fresh = await listNearestCouriers(trx, { ...wanted, again: false })
  return fresh.length > 0 ? fresh : listNearestCouriers(trx, { ...wanted, again: true })
}

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1_000)
