import type { Point } from '../../../base/kernel/point.ts'
import { limits } from '../../../contract/limits.ts'
import type { Place } from '../../../domain/deliveries/order/delivery-order.ts'

/** Where a parcel goes, as a seller knows it: often words alone. */
export type Directions = { position?: Point; zone?: string; landmark?: string; instructions?: string }

/**
 * Directions as an order holds them. With a position, zone and landmark are the words of the place; where
 * they are too long for it, and always without a position, they stand at the beginning of the instructions:
 * the customer is then asked for their position, and the courier still reads what the seller knew
 * (decision 135). The instructions may come out longer than `limits.instructions.max`, which the caller
 * reports.
 */
export function orderedDirections({ position, zone, landmark, instructions }: Directions): {
  dropoff?: Place
  instructions?: string
} {
  const isLabel = position !== undefined && fits(zone, limits.placeLabel)
  const isLandmark = position !== undefined && fits(landmark, limits.placeLandmark)
  const place = [isLabel ? undefined : zone, isLandmark ? undefined : landmark].filter(isSaid).join(', ')
  const words = [place, instructions].filter(isSaid).join(' — ')
  return {
    ...(position && {
      dropoff: { ...position, ...(isLabel && { label: zone }), ...(isLandmark && { landmark }) },
    }),
    ...(words !== '' && { instructions: words }),
  }
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text !== ''

const fits = (text: string | undefined, { max }: { max: number }): text is string =>
  isSaid(text) && [...text].length <= max
