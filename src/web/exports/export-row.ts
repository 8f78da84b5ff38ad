import type { Language } from '../../base/kernel/language.ts'
import { wallClock } from '../../base/kernel/local-time.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import { amountToCollectOf } from '../../domain/deliveries/delivery-row.ts'
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

const time = (at: Date | null, timeZone: string) => at && wallClock(at, timeZone)

// biome-ignore format: the table is read by column
export const exportColumns: readonly ExportColumn[] = [
  { name: 'reference',       kind: 'TEXT',   width: 13, cell: ({ reference }) => reference },
  { name: 'externalRef',     kind: 'TEXT',   width: 18, cell: ({ external_ref }) => external_ref },
  { name: 'createdAt',       kind: 'TIME',   width: 17, cell: ({ created_at }, { timeZone }) => time(created_at, timeZone) },
  { name: 'status',          kind: 'TEXT',   width: 24, cell: ({ status }, { language }) => valueWording[language].delivery[status] },
  { name: 'failureReason',   kind: 'TEXT',   width: 24, cell: ({ failure_code, failure_note }, { language }) => failureReason(failure_code, failure_note, language) },
  { name: 'lastName',        kind: 'TEXT',   width: 18, cell: ({ customer_last_name }) => customer_last_name },
  { name: 'firstName',       kind: 'TEXT',   width: 18, cell: ({ customer_first_name }) => customer_first_name },
  { name: 'phone',           kind: 'TEXT',   width: 22, cell: ({ customer_phone }) => spacedPhone(customer_phone) },
  { name: 'zone',            kind: 'TEXT',   width: 18, cell: zoneName },
  { name: 'place',           kind: 'TEXT',   width: 18, cell: ({ dropoff_label }) => dropoff_label },
  { name: 'landmark',        kind: 'TEXT',   width: 30, cell: ({ dropoff_landmark }) => dropoff_landmark },
  { name: 'category',        kind: 'TEXT',   width: 14, cell: ({ parcel_category }) => parcel_category },
  { name: 'goodsAmount',     kind: 'AMOUNT', width: 14, cell: ({ goods_amount_fcfa }) => goods_amount_fcfa },
  { name: 'price',           kind: 'AMOUNT', width: 14, cell: ({ price_fcfa }) => price_fcfa },
  { name: 'feePayer',        kind: 'TEXT',   width: 14, cell: ({ fee_payer }, { language }) => speak(language)(exportFeePayers[fee_payer]) },
  { name: 'amountToCollect', kind: 'AMOUNT', width: 14, cell: amountToCollectOf },
  { name: 'paymentStatus',   kind: 'TEXT',   width: 24, cell: ({ payment_status }, { language }) => valueWording[language].payment[payment_status] },
  { name: 'paidAt',          kind: 'TIME',   width: 17, cell: ({ paid_at }, { timeZone }) => time(paid_at, timeZone) },
  { name: 'codFee',          kind: 'AMOUNT', width: 14, cell: ({ cod_fee_fcfa }) => cod_fee_fcfa },
  { name: 'cancellationFee', kind: 'AMOUNT', width: 14, cell: ({ cancellation_fee_fcfa }) => cancellation_fee_fcfa },
  { name: 'returnFee',       kind: 'AMOUNT', width: 14, cell: ({ return_fee_fcfa }) => return_fee_fcfa },
  { name: 'promoOfShop',     kind: 'AMOUNT', width: 14, cell: promoOfShop },
  { name: 'courier',         kind: 'TEXT',   width: 14, cell: ({ courier_first_name }) => courier_first_name },
  { name: 'endedAt',         kind: 'TIME',   width: 17, cell: ({ ended_at }, { timeZone }) => time(ended_at, timeZone) },
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

function zoneName({ dropoff_lat: lat, dropoff_lng: lng }: ListedDelivery, { map }: ExportContext) {
  if (lat === null || lng === null) return null
  return map.locate({ lat, lng })?.zone?.name ?? null
}
