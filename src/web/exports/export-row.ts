import type { Language } from '../../base/kernel/language.ts'
import { localDayText, wallClock } from '../../base/kernel/local-time.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import { amountToCollectOf, dropoffWindowOf } from '../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { ListedDelivery } from '../../domain/deliveries/searching/delivery-search-store.ts'
import { discountBorneByShop, type PriceWorking } from '../../domain/pricing/trip-price.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { valueWording } from '../value-wording.ts'
import { speak } from '../web-words.ts'
import { exportFeePayers, type exportHeaders } from './delivery-export-wording.ts'

/** A cell: a text, an amount in whole FCFA, or a time as the company's clocks show it (`wallClock`). */
export type ExportCell = string | number | Date | null

/** A column of an exported file, the same in every format. */
export type ExportColumn<Row = ListedDelivery> = {
  name: keyof typeof exportHeaders
  kind: 'TEXT' | 'AMOUNT' | 'TIME'
  /** In characters. */
  width: number
  cell: (delivery: Row, context: ExportContext) => ExportCell
}

/** What the cells depend on besides the delivery. */
export type ExportContext = { language: Language; map: Pick<ServiceMap, 'city' | 'locate'>; timeZone: string }

type Column = ExportColumn

const text = (name: Column['name'], width: number, cell: Column['cell']): Column => ({
  name,
  kind: 'TEXT',
  width,
  cell,
})

const amount = (name: Column['name'], cell: Column['cell']): Column => ({
  name,
  kind: 'AMOUNT',
  width: 14,
  cell,
})

const time = (name: Column['name'], at: (delivery: ListedDelivery) => Date | null): Column => ({
  name,
  kind: 'TIME',
  width: 17,
  cell: (delivery, { timeZone }) => {
    const moment = at(delivery)
    return moment && wallClock(moment, timeZone)
  },
})

export const exportColumns: readonly ExportColumn[] = [
  text('reference', 13, ({ reference }) => reference),
  text('externalRef', 18, ({ external_ref }) => external_ref),
  time('createdAt', ({ created_at }) => created_at),
  text('status', 24, ({ status }, { language }) => valueWording[language].delivery[status]),
  text('failureReason', 24, ({ failure_code, failure_note }, { language }) =>
    failureReason(failure_code, failure_note, language),
  ),
  text('lastName', 18, ({ customer_last_name }) => customer_last_name),
  text('firstName', 18, ({ customer_first_name }) => customer_first_name),
  text('phone', 22, ({ customer_phone }) => spacedPhone(customer_phone)),
  text('zone', 18, zoneName),
  text('place', 18, ({ dropoff_label }) => dropoff_label),
  text('landmark', 30, ({ dropoff_landmark }) => dropoff_landmark),
  text('category', 14, ({ parcel_category }) => parcel_category),
  amount('goodsAmount', ({ goods_amount_fcfa }) => goods_amount_fcfa),
  amount('price', ({ price_fcfa }) => price_fcfa),
  text('feePayer', 14, ({ fee_payer }, { language }) => speak(language)(exportFeePayers[fee_payer])),
  amount('amountToCollect', amountToCollectOf),
  text(
    'paymentStatus',
    24,
    ({ payment_status }, { language }) => valueWording[language].payment[payment_status],
  ),
  time('paidAt', ({ paid_at }) => paid_at),
  amount('codFee', ({ cod_fee_fcfa }) => cod_fee_fcfa),
  amount('cancellationFee', ({ cancellation_fee_fcfa }) => cancellation_fee_fcfa),
  amount('returnFee', ({ return_fee_fcfa }) => return_fee_fcfa),
  amount('promoOfShop', promoOfShop),
  text('courier', 14, ({ courier_first_name }) => courier_first_name),
  time('endedAt', ({ ended_at }) => ended_at),
  text('dropoffWindow', 32, windowText),
]

/** A delivery as a row of an exported file. */
export function exportRow<Row extends ListedDelivery>(
  delivery: Row,
  context: ExportContext,
  columns: readonly ExportColumn<Row>[],
): ExportCell[] {
  return columns.map(({ cell }) => cell(delivery, context))
}

/** What of its promo code the shop owes, once the trip is made (decision 216). */
function promoOfShop({ status, price_working }: ListedDelivery): number {
  return isIn('delivered', status) ? discountBorneByShop(price_working as PriceWorking) : 0
}

/** When the customer was to have the parcel, on the clocks of its city, as files of orders say it. */
function windowText(delivery: ListedDelivery, { map, timeZone }: ExportContext): string | null {
  const window = dropoffWindowOf(delivery)
  if (!window) return null
  const zone = map.city(delivery.city_id)?.timeZone ?? timeZone
  const day = (at: Date) => localDayText(at, zone)
  const clock = (at: Date) => wallClock(at, zone).toISOString().slice(11, 16)
  const { from, to } = window
  const lastDay = day(to) === day(from) ? '' : `${day(to)} `
  return `${day(from)} ${clock(from)} - ${lastDay}${clock(to)}`
}

function zoneName({ dropoff_lat: lat, dropoff_lng: lng }: ListedDelivery, { map }: ExportContext) {
  if (lat === null || lng === null) return null
  return map.locate({ lat, lng })?.zone?.name ?? null
}
