import { limits } from '../../base/contract/limits.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { textFault, trimmedText } from '../../base/kernel/plain-text.ts'
import type { Point } from '../../base/kernel/point.ts'
import { isShortMapLink, pointInText } from '../../base/kernel/position-text.ts'
import type { Place } from '../../domain/deliveries/delivery-order.ts'
import { pointInZone, type ServiceMap } from '../../domain/zones/service-map.ts'
import { zonesByName } from '../../domain/zones/zones-by-name.ts'

/** What the forms of the page send: which button, and what was typed, as it was typed. */
export type CustomerForm = {
  step: CustomerStep | undefined
  position: string
  /** The name of a zone, instead of a position. */
  zone: string
  landmark: string
  /** The price that was shown; undefined when the form has none. */
  agreedPriceFcfa: Fcfa | undefined
  /** How often the customer had been asked to pay when the page was made; undefined when the form has no count. */
  timesAsked: number | undefined
  /** How often they had declared that they paid, likewise. */
  timesDeclared: number | undefined
}

/**
 * The buttons: show the price, change the position again, confirm, declare that the shop was paid, request
 * the payment again.
 */
const customerSteps = ['price', 'change', 'confirm', 'paid', 'pay'] as const
export type CustomerStep = (typeof customerSteps)[number]

/** What can be wrong with a typed position, worded in customer-wording.ts. */
export type PositionFault =
  | 'POSITION_MISSING'
  | 'POSITION_OR_ZONE_MISSING'
  | 'POSITION_UNREADABLE'
  | 'POSITION_SHORT_LINK'
  | 'LANDMARK_MISSING'
  | 'LANDMARK_TOO_LONG'
  | 'LANDMARK_UNREADABLE'

/** A form from a body that may be anything. */
export function customerForm(body: unknown): CustomerForm {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return {
    step: customerSteps.find((step) => step === fields.step),
    position: textOf(fields.position),
    zone: textOf(fields.zone),
    landmark: textOf(fields.landmark),
    agreedPriceFcfa: wholeNumber(fields.price),
    timesAsked: wholeNumber(fields.asked),
    timesDeclared: wholeNumber(fields.declared),
  }
}

/**
 * The place that was typed, or what is wrong with it. Without a position it is a point in the zone of the
 * city that was chosen, named after it, and the landmark leads the courier from there to the door.
 */
export function placeOfForm(
  form: CustomerForm,
  map: ServiceMap,
  cityId: string,
): { place: Place } | { fault: PositionFault } {
  const landmark = plainLandmark(form.landmark)
  const found = form.position.trim() === '' ? zonePlace(form, map, cityId) : typedPlace(form)
  if ('fault' in found) return found
  if (landmark === '') return found.place.label === undefined ? found : { fault: 'LANDMARK_MISSING' }
  const fault = landmarkFault(landmark)
  return fault ? { fault } : { place: { ...found.place, landmark } }
}

function typedPlace({ position }: CustomerForm): { place: Place } | { fault: PositionFault } {
  const place = pointInText(position)
  if (place) return { place }
  return { fault: isShortMapLink(position) ? 'POSITION_SHORT_LINK' : 'POSITION_UNREADABLE' }
}

function zonePlace({ zone: name }: CustomerForm, map: ServiceMap, cityId: string) {
  const zones = map.zonesOf(cityId)
  const zone = zones.find((each) => each.name === name)
  if (zone) return { place: { ...pointInZone(map, zone), label: name } }
  return { fault: zones.length > 0 ? 'POSITION_OR_ZONE_MISSING' : 'POSITION_MISSING' } as const
}

/** The zones of a city to choose from, by their names as people count: the 2nd before the 10th. */
export const zoneNames = (map: ServiceMap, cityId: string): string[] =>
  zonesByName(map.zonesOf(cityId)).map(({ name }) => name)

/** A position as the form takes it again: a metre needs five decimals. */
export const positionText = ({ lat, lng }: Point): string => `${rounded(lat)}, ${rounded(lng)}`

/** A landmark on one line. */
const plainLandmark = (landmark: string): string => trimmedText(landmark).replace(/\s+/g, ' ')

function landmarkFault(landmark: string): PositionFault | undefined {
  if (textFault(landmark)) return 'LANDMARK_UNREADABLE'
  return [...landmark].length > limits.placeLandmark.max ? 'LANDMARK_TOO_LONG' : undefined
}

/** A field sent twice is a list, and is ignored. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')
function wholeNumber(field: unknown): number | undefined {
  const text = textOf(field)
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
const rounded = (degrees: number): string => String(Number(degrees.toFixed(6)))
