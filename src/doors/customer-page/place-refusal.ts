import { amountText, distanceText } from '../../base/kernel/figure-text.ts'
import { ApiError, type ErrorParams } from '../../contract/errors.ts'
import { boundsText } from '../../domain/money/payments/collecting.ts'
import type { PageFrame } from './customer-page.ts'

/**
 * Why a place cannot be delivered to, for the person who typed it; undefined when the refusal is not about
 * the place.
 */
export function placeRefusal(error: unknown, { t, language }: PageFrame): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'CITIES_DIFFER') {
    const { pickupCity: pickup, dropoffCity: dropoff } = error.params as ErrorParams<'CITIES_DIFFER'>
    return t('This place is in {dropoff} and the parcel leaves from {pickup}: we deliver within one city.', {
      dropoff,
      pickup,
    })
  }
  if (error.code === 'PAYMENT_AMOUNT_REFUSED') {
    const { amountFcfa, ...bounds } = error.params as ErrorParams<'PAYMENT_AMOUNT_REFUSED'>
    return t(
      'For this place there would be {amount} to pay, and by mobile money one pays {range} at once. Please call the shop.',
      { amount: amountText(amountFcfa, language), range: boundsText(bounds, language) ?? '' },
    )
  }
  if (error.code !== 'OUT_OF_ZONE') return undefined
  const {
    point,
    nearestZone: zone,
    distanceMeters,
    nearestCity: city,
    cityDistanceMeters,
  } = error.params as ErrorParams<'OUT_OF_ZONE'>
  if (point === 'pickup') return t('We cannot work out the price at the moment. Please contact the shop.')
  if (city !== null && (cityDistanceMeters ?? 0) > farMeters)
    return t('This place is outside the served area. This parcel is delivered in {city}.', { city })
  const nowhere = t('We do not deliver to this place yet.')
  if (!zone || distanceMeters === null) return nowhere
  const distance = distanceText(distanceMeters, language)
  return `${nowhere} ${t('The nearest zone is {zone}, {distance} away.', { zone, distance })}`
}

/** Beyond this the nearest zone helps nobody. */
const farMeters = 50_000
