import { limits } from '../../../base/contract/limits.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import type { Point } from '../../../base/kernel/point.ts'
import { isShortMapLink, pointInText } from '../../../base/kernel/position-text.ts'
import type { OpeningHours } from '../../../domain/shops/opening/opening-hours.ts'
import type { PickupAddressRow } from '../../../domain/shops/shop-store.ts'
import { type HoursFaults, readTypedHours, typedHours } from '../../hours/typed-hours.ts'

/** The fields of an address but its hours. */
export const addressFields = ['label', 'landmark', 'formatted', 'position'] as const
export type AddressField = (typeof addressFields)[number]

/** What is wrong with a field. */
export type AddressFault = 'MISSING' | 'TOO_LONG' | 'POSITION' | 'SHORT_LINK' | 'NOT_SERVED'
export type AddressFaults = { fields: Partial<Record<AddressField, AddressFault>>; hours: HoursFaults }

/** An address as it was typed. */
export type TypedAddress = {
  label: string
  landmark: string | null
  formatted: string | null
  openingHours: OpeningHours | null
} & Point

const lengths = {
  label: limits.placeLabel.max,
  landmark: limits.placeLandmark.max,
  formatted: limits.placeFormatted.max,
} as const

/** What was sent, bounded; what the form does not have is never looked at. */
export const typedAddress = (sent: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value.slice(0, 2_000)]))

/** A registered address as its form shows it. */
export const typedFrom = (row: PickupAddressRow): Record<string, string> => ({
  label: row.label ?? '',
  landmark: row.landmark ?? '',
  formatted: row.formatted ?? '',
  position: `${row.lat}, ${row.lng}`,
  ...typedHours(row.opening_hours as OpeningHours | null),
})

/** Reads the form, or says what is wrong with it; `isServed` says whether a courier comes to a point at all. */
export function readAddress(
  typed: Record<string, string>,
  isServed: (point: Point) => boolean,
): { address: TypedAddress } | { faults: AddressFaults } {
  const fields: AddressFaults['fields'] = {}
  const text = (name: keyof typeof lengths): string => {
    const line = cleanedLine(typed[name] ?? '')
    if ([...line].length > lengths[name]) fields[name] = 'TOO_LONG'
    return line
  }
  const [label, landmark, formatted] = [text('label'), text('landmark'), text('formatted')]
  if (label === '') fields.label = 'MISSING'
  const point = pointInText(typed.position ?? '')
  const fault = positionFault(typed.position ?? '', point, isServed)
  if (fault) fields.position = fault
  const hours = readTypedHours(typed)
  if ('faults' in hours || Object.keys(fields).length > 0 || !point)
    return { faults: { fields, hours: 'faults' in hours ? hours.faults : {} } }
  return {
    address: {
      label,
      landmark: landmark || null,
      formatted: formatted || null,
      openingHours: hours.hours,
      ...point,
    },
  }
}

function positionFault(
  text: string,
  point: Point | undefined,
  isServed: (point: Point) => boolean,
): AddressFault | undefined {
  if (point) return isServed(point) ? undefined : 'NOT_SERVED'
  if (text.trim() === '') return 'MISSING'
  return isShortMapLink(text) ? 'SHORT_LINK' : 'POSITION'
}
