import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { textFault, trimmedText } from '../../base/kernel/plain-text.ts'
import type { Point } from '../../base/kernel/point.ts'
import { positionInText, unreadPosition } from '../../base/kernel/position-text.ts'
import { limits } from '../../contract/limits.ts'
import type { Place } from '../../domain/deliveries/order/delivery-order.ts'
import {
  isDoor,
  maxAccuracyMeters,
  type PositionPrecision,
} from '../../domain/deliveries/order/position-precision.ts'
import { pointInZone, type ServiceMap } from '../../domain/zones/service-map.ts'
import { zonesByName } from '../../domain/zones/zones-by-name.ts'

/** What the forms of the page send: which button, and what was typed, as it was typed. */
export type CustomerForm = {
  step: CustomerStep | undefined
  position: string
  /**
   * What the script knows of that position: whether the phone or a finger gave it, and to within how many
   * metres.
   */
  measured: { source: string; accuracy: string; position: string }
  /** Whether the form changes a place that was agreed to before. */
  isChanging: boolean
  /** The name of a zone, instead of a position. */
  zone: string
  landmark: string
  /** The price that was shown; undefined when the form has none. */
  agreedPriceFcfa: Fcfa | undefined
  /**
   * How often the customer had been asked to pay when the page was made; undefined when the form has no
   * count.
   */
  timesAsked: number | undefined
  /**
   * The number that pays instead of the customer's, as it was typed, and the provider that they chose for it.
   */
  payer: { phone: string; provider: string }
  /** How often they had declared that they paid, likewise. */
  timesDeclared: number | undefined
}

/**
 * The buttons: show the price, change the position again, confirm, declare that the shop was paid, request
 * the payment again, or from another number.
 */
const customerSteps = ['price', 'change', 'confirm', 'paid', 'pay', 'payer'] as const
export type CustomerStep = (typeof customerSteps)[number]

/** What can be wrong with a typed position, worded in handle-customer-form.ts. */
export type PositionFault =
  | 'POSITION_MISSING'
  | 'POSITION_OR_ZONE_MISSING'
  | 'POSITION_UNREADABLE'
  | 'POSITION_SHORT_LINK'
  | 'POSITION_NOT_IN_LINK'
  | 'LANDMARK_MISSING'
  | 'LANDMARK_MISSING_ROUGH'
  | 'LANDMARK_MISSING_SCREEN'
  | 'LANDMARK_TOO_LONG'
  | 'LANDMARK_UNREADABLE'

/** A form from a body that may be anything. */
export function customerForm(body: unknown): CustomerForm {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return {
    step: customerSteps.find((step) => step === fields.step),
    position: textOf(fields.position),
    measured: {
      source: textOf(fields.source),
      accuracy: textOf(fields.accuracy),
      position: textOf(fields.measured),
    },
    isChanging: fields.changing === '1',
    zone: textOf(fields.zone),
    landmark: textOf(fields.landmark),
    agreedPriceFcfa: wholeNumber(fields.price),
    timesAsked: wholeNumber(fields.asked),
    payer: { phone: textOf(fields.payer).slice(0, 40), provider: textOf(fields.provider) },
    timesDeclared: wholeNumber(fields.declared),
  }
}

/** The field of the page that a fault is about. */
export function fieldOf(fault: PositionFault): 'position' | 'landmark' {
  return fault.startsWith('LANDMARK') ? 'landmark' : 'position'
}

/**
 * The place that was given, or what is wrong with it. Without a position it is a point in the zone of the
 * city that was chosen, named after it. Where the place cannot mean a door, a landmark has to lead the
 * courier there.
 */
export function placeOfForm(
  form: CustomerForm,
  map: ServiceMap,
  { cityId, near }: { cityId: string; near: Point | undefined },
): { place: GivenPlace } | { fault: PositionFault } {
  const landmark = plainLandmark(form.landmark)
  const found = form.position.trim() === '' ? zonePlace(form, map, cityId) : writtenPlace(form, near)
  if ('fault' in found) return found
  if (landmark === '') {
    if (isDoor(found.place.precision)) return found
    if (found.place.label !== undefined) return { fault: 'LANDMARK_MISSING' }
    const isScreen = positionInText(form.position, near)?.isScreen === true
    return { fault: isScreen ? 'LANDMARK_MISSING_SCREEN' : 'LANDMARK_MISSING_ROUGH' }
  }
  const fault = landmarkFault(landmark)
  return fault ? { fault } : { place: { ...found.place, landmark } }
}

/** A place of which it is known how it was given. */
export type GivenPlace = Place & { precision: PositionPrecision }

function writtenPlace(
  { position, measured }: CustomerForm,
  near: Point | undefined,
): { place: GivenPlace } | { fault: PositionFault } {
  const read = positionInText(position, near)
  if (!read) return { fault: unreadFaults[unreadPosition(position, near)] }
  const typed = { source: 'TYPED', accuracyMeters: Math.min(read.accuracyMeters, maxAccuracyMeters) } as const
  return { place: { ...read.point, precision: measuredPrecision(position, measured) ?? typed } }
}

const unreadFaults = {
  SHORT_LINK: 'POSITION_SHORT_LINK',
  SCREEN: 'POSITION_UNREADABLE',
  LINK: 'POSITION_NOT_IN_LINK',
  TEXT: 'POSITION_UNREADABLE',
} as const

/**
 * Undefined for a position that was typed over the one that was measured, and for what the script never says.
 */
function measuredPrecision(
  position: string,
  { source, accuracy, position: measured }: CustomerForm['measured'],
): PositionPrecision | undefined {
  const found = formSources.find((each) => each === source)
  if (!found || position.trim() !== measured.trim()) return undefined
  const meters = /^\d{1,9}(?:\.\d{1,20})?$/.test(accuracy) ? Math.ceil(Number(accuracy)) : null
  return { source: found, accuracyMeters: meters && Math.min(meters, maxAccuracyMeters) }
}

/** What a form may say of how a position was given. */
const formSources = ['PHONE', 'PIN', 'TYPED'] as const

function zonePlace({ zone: name }: CustomerForm, map: ServiceMap, cityId: string) {
  const zones = map.zonesOf(cityId)
  const zone = zones.find((each) => each.name === name)
  if (!zone) return { fault: zones.length > 0 ? 'POSITION_OR_ZONE_MISSING' : 'POSITION_MISSING' } as const
  // As a circle of the same area is exact to its radius.
  const radiusMeters = Math.ceil(Math.sqrt(zone.areaSquareMeters / Math.PI))
  const precision = { source: 'ZONE', accuracyMeters: Math.min(radiusMeters, maxAccuracyMeters) } as const
  return { place: { ...pointInZone(map, zone), label: name, precision } }
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
