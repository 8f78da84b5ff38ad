import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type ChangeableField, changeableFields } from '../../../contract/vocabulary.ts'
import { type DomainText, speak } from '../../domain-words.ts'
import { type DeliveryRow, dropoffColumns } from '../delivery-row.ts'
import type { Place } from '../order/delivery-order.ts'
import type { PositionPrecision } from '../order/position-precision.ts'

/** What to change of a delivery, already validated; what is absent stays as it is (decision 121). */
export type DeliveryChange = {
  customer?: { lastName?: string; firstName?: string; phone?: string }
  /** Both coordinates with their words, or words alone for the place that is known. */
  dropoff?: {
    lat?: number
    lng?: number
    label?: string
    landmark?: string
    precision?: PositionPrecision
  }
  /** Empty for none. */
  instructions?: string
  externalRef?: string
  /** The price that the shop agrees to; without it no other than today's. */
  expectedPriceFcfa?: Fcfa
}

/** The columns in which the fields are kept. */
const columnsOfField = {
  'customer.lastName': ['customer_last_name'],
  'customer.firstName': ['customer_first_name'],
  'customer.phone': ['customer_phone'],
  dropoff: ['dropoff_lat', 'dropoff_lng'],
  'dropoff.label': ['dropoff_label'],
  'dropoff.landmark': ['dropoff_landmark'],
  instructions: ['instructions'],
  externalRef: ['external_ref'],
} as const satisfies Record<ChangeableField, readonly (keyof DeliveryRow)[]>

type ChangeableColumn = (typeof columnsOfField)[ChangeableField][number]
export type ChangedColumns = Partial<
  Pick<DeliveryRow, ChangeableColumn | 'dropoff_source' | 'dropoff_accuracy_meters'>
>

/**
 * The place that a change names, if it is another one than the delivery's. Its words are those that come with
 * it: a landmark of the old place would mislead the courier.
 */
export function newPlace(
  { dropoff_lat, dropoff_lng }: Pick<DeliveryRow, 'dropoff_lat' | 'dropoff_lng'>,
  { dropoff }: DeliveryChange,
): Place | undefined {
  if (dropoff?.lat === undefined || dropoff.lng === undefined) return undefined
  const isSame = dropoff.lat === dropoff_lat && dropoff.lng === dropoff_lng
  return isSame ? undefined : { ...dropoff, lat: dropoff.lat, lng: dropoff.lng }
}

/**
 * The columns as a change wants them: `place` is the new place, if any, and `phone` in international form.
 */
export function wantedColumns(
  { customer, dropoff, instructions, externalRef }: DeliveryChange,
  { place, phone }: { place: Place | undefined; phone: string | undefined },
): ChangedColumns {
  return {
    ...(customer?.lastName !== undefined && { customer_last_name: customer.lastName }),
    ...(customer?.firstName !== undefined && { customer_first_name: customer.firstName }),
    ...(phone !== undefined && { customer_phone: phone }),
    ...(dropoff?.label !== undefined && { dropoff_label: dropoff.label }),
    ...(dropoff?.landmark !== undefined && { dropoff_landmark: dropoff.landmark }),
    ...(place && dropoffColumns(place)),
    ...(instructions !== undefined && { instructions: instructions || null }),
    ...(externalRef !== undefined && { external_ref: externalRef }),
  }
}

/**
 * The fields in which a delivery differs from what is wanted, in the order in which the history names them.
 */
export const changedFields = (delivery: DeliveryRow, wanted: ChangedColumns): ChangeableField[] =>
  changeableFields.filter((field) =>
    columnsOfField[field].some((column) => column in wanted && wanted[column] !== delivery[column]),
  )

/** How the note of a line of history names what was changed; never the values, which are personal. */
const fieldNames = {
  'customer.lastName': 'customer’s last name',
  'customer.firstName': 'customer’s first name',
  'customer.phone': 'customer’s phone',
  dropoff: 'drop-off',
  'dropoff.label': 'name of the place',
  'dropoff.landmark': 'landmark',
  instructions: 'instructions',
  externalRef: 'order number',
} as const satisfies Record<ChangeableField, DomainText>

/** The note of a line of history that says what was changed; null for any other line. */
export function changeNote(fields: readonly ChangeableField[] | null, language: Language): string | null {
  if (fields === null) return null
  const t = speak(language)
  return t('Changed: {names}', { names: fields.map((field) => t(fieldNames[field])).join(', ') })
}
