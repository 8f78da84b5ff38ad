import type { Point } from '../../../base/kernel/point.ts'
import { limits } from '../../../contract/limits.ts'
import type { ExpectedPlace, Place } from '../../../domain/deliveries/order/delivery-order.ts'

/** Where a parcel goes, as a seller knows it: often words alone. */
export type Directions = { position?: Point; zone?: string; landmark?: string; instructions?: string }

/**
 * Directions as an order holds them. Zone and landmark are the words of the place, with its position or
 * until the customer gives one: their page then begins with these words. Where they are too long for it
 * they stand at the beginning of the instructions, so that the courier still reads what the seller knew
 * (decision 304). The instructions may come out longer than `limits.instructions.max`, which the caller
 * reports.
 */
export function orderedDirections({ position, zone, landmark, instructions }: Directions): {
  dropoff?: Place
  expectedPlace?: ExpectedPlace
  instructions?: string
} {
  const isLabel = fits(zone, limits.placeLabel)
  const isLandmark = fits(landmark, limits.placeLandmark)
  const place = [isLabel ? undefined : zone, isLandmark ? undefined : landmark].filter(isSaid).join(', ')
  const words = [place, instructions].filter(isSaid).join(' — ')
  const placeWords = { ...(isLabel && { label: zone }), ...(isLandmark && { landmark }) }
  return {
    ...(position && { dropoff: { ...position, ...placeWords } }),
    ...(!position && Object.keys(placeWords).length > 0 && { expectedPlace: placeWords }),
    ...(words !== '' && { instructions: words }),
  }
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text !== ''

const fits = (text: string | undefined, { max }: { max: number }): text is string =>
  isSaid(text) && [...text].length <= max
