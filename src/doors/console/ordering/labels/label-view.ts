import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { amountToCollectOf, type ViewedDelivery } from '../../../../domain/deliveries/delivery-row.ts'
import { customerCalled } from '../../../../domain/deliveries/order/customer-name.ts'
import type { ServiceMap } from '../../../../domain/zones/service-map.ts'
import { speak } from '../../console-words.ts'

/**
 * What the label on a parcel shows (decision 136). Everybody on the way reads it, so it holds no code, no
 * phone and no last name, and neither do the columns that it is made of.
 */
export type Label = {
  reference: string
  shop: string
  firstName: string
  /** The zone, else what the drop-off is called. */
  place: string
  landmark: string | null
  money: { caption: string | null; text: string }
  size: string
  fragile: string | null
}

/** The columns of a delivery that its label shows. */
export type LabelledDelivery = Pick<
  ViewedDelivery,
  | 'reference'
  | 'customer_first_name'
  | 'customer_last_name'
  | 'dropoff_label'
  | 'dropoff_landmark'
  | 'dropoff_lat'
  | 'dropoff_lng'
  | 'payment_mode'
  | 'payment_status'
  | 'fee_payer'
  | 'goods_amount_fcfa'
  | 'price_fcfa'
  | 'price_is_estimate'
  | 'parcel_size'
  | 'parcel_fragile'
>

const sizes = { SMALL: 'Small parcel', MEDIUM: 'Medium parcel', LARGE: 'Large parcel' } as const

/**
 * The label of a delivery of the shop called `shopName`; `map` is the service's own, which names the zone.
 */
export function labelView(
  row: LabelledDelivery,
  { shopName, map, language }: { shopName: string; map: Pick<ServiceMap, 'locate'>; language: Language },
): Label {
  const t = speak(language)
  return {
    reference: row.reference,
    shop: shopName,
    firstName: withoutPhones(customerCalled(row)),
    place: placeOf(row, map) ?? t('Address to be confirmed'),
    landmark: row.dropoff_landmark && withoutPhones(row.dropoff_landmark),
    money: moneyOf(row, language),
    size: t(sizes[row.parcel_size]),
    fragile: row.parcel_fragile ? t('FRAGILE') : null,
  }
}

function placeOf(row: LabelledDelivery, map: Pick<ServiceMap, 'locate'>): string | undefined {
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  const location = lat !== null && lng !== null ? map.locate({ lat, lng }) : undefined
  const label = row.dropoff_label && withoutPhones(row.dropoff_label)
  return location?.zone?.name ?? (label || location?.city.name)
}

function moneyOf(row: LabelledDelivery, language: Language): Label['money'] {
  const t = speak(language)
  if (row.payment_mode === 'PREPAID' || row.payment_status === 'PAID')
    return { caption: null, text: t('Already paid') }
  const amountFcfa = amountToCollectOf(row)
  if (amountFcfa === 0) return { caption: null, text: t('Nothing to collect') }
  // The price of the trip follows from the customer's position, which may come after the label was printed.
  const isEstimate = row.price_is_estimate && row.fee_payer === 'CUSTOMER'
  return {
    caption: isEstimate ? t('To collect (estimate)') : t('To collect'),
    text: amountText(amountFcfa, language),
  }
}

/** Eight digits or more, however they are grouped, as people write phone numbers into landmarks. */
const phone = /\+?\d(?:[-\s./()]{0,3}\d){7,}/g

const withoutPhones = (text: string): string => text.replace(phone, '…')
