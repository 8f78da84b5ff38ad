import type { Language } from '../../base/kernel/language.ts'
import { findPosition } from '../../domain/couriers/position-store.ts'
import { type DeliveryRow, windowsOf } from '../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import {
  readHandoverReport,
  readReportForShop,
} from '../../domain/deliveries/handover-proof/read-handover-report.ts'
import { dropoffPrecision, isDoor } from '../../domain/deliveries/order/position-precision.ts'
import { findLinkedTries } from '../../domain/deliveries/second-try/second-try-store.ts'
import { readDeliveryStory } from '../../domain/deliveries/story/read-delivery-story.ts'
import { isReminder, kindsOfDelivery } from '../../domain/messages/message-kinds.ts'
import { listMessagesOfDelivery, type MessageRecord } from '../../domain/messages/message-store.ts'
import { findCustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import { searchRestsUntil } from '../../domain/pricing/city-closing.ts'
import { pricedWindow } from '../../domain/pricing/dropoff-window.ts'
import { nameActors } from '../../domain/shops/name-actors.ts'
import { readTurn } from '../../domain/tours/read-turn.ts'
import { listDispatchesOfDelivery } from '../../domain/webhooks/sending/dispatch-store.ts'
import type { City } from '../../domain/zones/service-map.ts'
import { latLng, type PlaceMap } from '../../pages/place-map.ts'
import type { Services } from '../../services.ts'
import { operatorValueWording, valueWording } from '../value-wording.ts'
import { speak } from '../web-words.ts'
import type { DeliveryFacts, DeliveryReader } from './delivery-facts.ts'

type Reading = {
  reader: DeliveryReader
  language: Language
  /** The map of a city, drawn as the door draws it. */
  cityMapOf: (city: City | undefined) => PlaceMap
  attemptsHref: DeliveryFacts['attemptsHref']
}

/** Reads what the page of one delivery shows to everybody who may see it. */
export async function readDeliveryFacts(
  deps: Pick<Services, 'db' | 'clock' | 'pricing' | 'rules' | 'timeZone'>,
  row: DeliveryRow,
  { reader, language, cityMapOf, attemptsHref }: Reading,
): Promise<DeliveryFacts> {
  const { db, clock, pricing } = deps
  const key = { shopId: row.shop_id, id: row.id }
  const city = pricing.map.current().city(row.city_id)
  const now = clock.now()
  const [handover, story, messages, dispatches, map, refund, tries] = await Promise.all([
    reader === 'OPERATOR' ? readHandoverReport(db, row) : readReportForShop(deps, row),
    readDeliveryStory(db, row),
    listMessagesOfDelivery(db, { ...key, kinds: kindsOfDelivery }),
    listDispatchesOfDelivery(db, key),
    readMap(deps, row, { map: cityMapOf(city), here: speak(language)('Destination'), reader }),
    isIn('endedWithoutHandover', row.status) ? findCustomerRefund(db, key) : undefined,
    findLinkedTries(db, row),
  ])
  const actors = story.map(({ actor }) => actor)
  return {
    row,
    language,
    reader,
    values: (reader === 'OPERATOR' ? operatorValueWording : valueWording)[language],
    now,
    timeZone: city?.timeZone ?? deps.timeZone,
    refund,
    handover,
    tries,
    story,
    nameOf: await nameActors(db, row.shop_id, actors, { namesOperators: reader === 'OPERATOR' }),
    messages: messages.filter(isWorthShowing),
    dispatches,
    attemptsHref,
    map,
    searchRestsUntil: isIn('searching', row.status)
      ? searchRestsUntil(city, { at: now, window: pricedWindow(windowsOf(row)), dueAt: row.due_at })
      : null,
  }
}

/** A reminder that is still to come, or that an answer made needless, says nothing of the delivery. */
const isWorthShowing = ({ kind, state, attempts }: MessageRecord): boolean =>
  !isReminder(kind) || (attempts > 0 && state !== 'SKIPPED')

/** The destination, and the courier while they are on their way; nothing before there is a place to show. */
async function readMap(
  { db }: Pick<Services, 'db'>,
  row: DeliveryRow,
  { map, here, reader }: { map: PlaceMap; here: string; reader: DeliveryFacts['reader'] },
): Promise<PlaceMap | null> {
  const position =
    row.courier_id !== null && isIn('onCourse', row.status)
      ? await findPosition(db, row.courier_id)
      : undefined
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  if (lat === null || lng === null) return null
  // A shop sees of a tour what its customer does: not the way to others' doors.
  const isSeen = reader === 'OPERATOR' || !position || (await readTurn(db, row, position)).isSeen
  const precision = dropoffPrecision(row)
  return {
    ...map,
    dropoff: {
      at: latLng({ lat, lng }),
      label: here,
      ...(!isDoor(precision) && { roughMeters: precision.accuracyMeters ?? 0 }),
    },
    courier: position && isSeen ? { at: latLng(position), label: row.courier_first_name ?? '' } : null,
  }
}
