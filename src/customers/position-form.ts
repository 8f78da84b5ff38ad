import { limits } from '../contract/limits.ts'
import type { PlaceInput } from '../deliveries/delivery-input.ts'
import type { Fcfa } from '../kernel/fcfa.ts'
import type { Point } from '../kernel/point.ts'
import { isShortMapLink, pointInText } from './position-text.ts'

/** What the forms of the page send: which button, and what was typed, as it was typed. */
export type CustomerForm = {
  step: CustomerStep | undefined
  position: string
  landmark: string
  /** The price that was shown; undefined when the form says none. */
  agreedPriceFcfa: Fcfa | undefined
  /** How often the customer had been asked to pay when the page was made; undefined when the form says none. */
  timesAsked: number | undefined
}

/** How often a customer may be asked to pay for one delivery before only the operator asks again. */
export const mostPaymentRequests = 5

/** The buttons: show the price, change the position again, confirm, say that the shop was paid, be asked to pay. */
const customerSteps = ['price', 'change', 'confirm', 'paid', 'pay'] as const
export type CustomerStep = (typeof customerSteps)[number]

/** What can be wrong with a typed position, worded in customer-wording.ts. */
export type PositionFault =
  | 'POSITION_MISSING'
  | 'POSITION_UNREADABLE'
  | 'POSITION_SHORT_LINK'
  | 'LANDMARK_TOO_LONG'
  | 'LANDMARK_UNREADABLE'

/** A form from a body that may be anything. */
export function customerForm(body: unknown): CustomerForm {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return {
    step: customerSteps.find((step) => step === fields.step),
    position: textOf(fields.position),
    landmark: textOf(fields.landmark),
    agreedPriceFcfa: wholeNumber(fields.price),
    timesAsked: wholeNumber(fields.asked),
  }
}

/** The place that was typed, or what is wrong with it. */
export function placeOfForm(form: CustomerForm): { place: PlaceInput } | { fault: PositionFault } {
  const point = pointInText(form.position)
  if (!point) return { fault: positionFault(form.position) }
  const landmark = plainLandmark(form.landmark)
  if (landmark === '') return { place: point }
  const fault = landmarkFault(landmark)
  return fault ? { fault } : { place: { ...point, landmark } }
}

/** A position as the form takes it again: a metre needs five decimals. */
export const positionText = ({ lat, lng }: Point): string => `${rounded(lat)}, ${rounded(lng)}`

/** A landmark on one line. */
const plainLandmark = (landmark: string): string => landmark.trim().replace(/\s+/g, ' ')

function positionFault(position: string): PositionFault {
  if (position.trim() === '') return 'POSITION_MISSING'
  return isShortMapLink(position) ? 'POSITION_SHORT_LINK' : 'POSITION_UNREADABLE'
}

function landmarkFault(landmark: string): PositionFault | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(landmark) || !landmark.isWellFormed()) return 'LANDMARK_UNREADABLE'
  return [...landmark].length > limits.placeLandmark.max ? 'LANDMARK_TOO_LONG' : undefined
}

/** A field sent twice is a list, and none of ours. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')
function wholeNumber(field: unknown): number | undefined {
  const text = textOf(field)
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
const rounded = (degrees: number): string => String(Number(degrees.toFixed(6)))
