import { ApiError } from '../contract/errors.ts'
import { declarePaid } from '../deliveries/declare-paid.ts'
import type { PlaceInput } from '../deliveries/delivery-input.ts'
import { locateDelivery } from '../deliveries/locate-delivery.ts'
import type { DeliveryParts } from '../deliveries/move-delivery.ts'
import { priceLocation } from '../deliveries/price-location.ts'
import { cityMap, type MapSource, placeMap } from './customer-map.ts'
import type { PageFrame } from './customer-page.ts'
import { customerPrice } from './customer-view.ts'
import { customerWording, placeRefusal } from './customer-wording.ts'
import { type CustomerForm, placeOfForm } from './position-form.ts'
import { askingPage, confirmingPage } from './position-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What a page is made with in answer to one request. */
export type Screen = { frame: PageFrame; mapSource: MapSource }

/** The page that answers a form, or that it is done and the delivery's own page says the rest. */
export type FormAnswer = 'DONE' | { status: number; page: string }

/**
 * Does what a form of the page asks: shows the final price of a position, takes the position once that
 * price was agreed to, or notes that the shop was paid. A form sent twice does nothing the second time.
 */
export async function answerForm(
  parts: DeliveryParts,
  screen: Screen,
  visit: LinkedDelivery,
  form: CustomerForm,
): Promise<FormAnswer> {
  if (form.step === 'paid') return paid(parts, visit)
  if (form.step === undefined || visit.view.status !== 'AWAITING_LOCATION') return 'DONE'
  if (form.step === 'change') return asked(200, screen, visit, form)
  const read = placeOfForm(form)
  const words = customerWording[screen.frame.language]
  if ('fault' in read) return asked(422, screen, visit, form, words.faults[read.fault])
  const { agreedPriceFcfa } = form
  try {
    if (form.step === 'price' || agreedPriceFcfa === undefined)
      return await priced(200, parts, screen, visit, read.place)
    await locateDelivery(parts, visit.key, read.place, agreedPriceFcfa)
    return 'DONE'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Somebody else was quicker: another tab, a second press, or the shop that cancelled.
    if (error.code === 'TRANSITION_REFUSED') return 'DONE'
    if (error.code === 'PRICE_CHANGED') return priced(409, parts, screen, visit, read.place)
    const refusal = placeRefusal(error, screen.frame.language)
    if (refusal === undefined) throw error
    return asked(422, screen, visit, form, refusal)
  }
}

function asked(
  status: number,
  { frame, mapSource }: Screen,
  { view }: LinkedDelivery,
  typed: CustomerForm,
  fault?: string,
): FormAnswer {
  return { status, page: askingPage(frame, view, cityMap(view.city, mapSource), { typed, fault }) }
}

async function priced(
  status: number,
  parts: DeliveryParts,
  { frame, mapSource }: Screen,
  { row, view }: LinkedDelivery,
  place: PlaceInput,
): Promise<FormAnswer> {
  const price = customerPrice(row, await priceLocation(parts, row, place))
  const located = parts.pricing.map.current().locate(place)
  const zone = located?.zone?.name ?? located?.city.name ?? ''
  const map = placeMap(view, mapSource, place)
  return {
    status,
    page: confirmingPage(frame, view, { place, zone, price, map, hasChanged: status === 409 }),
  }
}

/** Of two presses, or of a shop that confirms meanwhile, the second finds nothing left to say. */
async function paid(parts: DeliveryParts, { key, view }: LinkedDelivery): Promise<FormAnswer> {
  if (!view.payment.canBeDeclared) return 'DONE'
  try {
    await declarePaid(parts, key)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PAYMENT_TRANSITION_REFUSED')) throw error
  }
  return 'DONE'
}
