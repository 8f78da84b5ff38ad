import { ApiError, type ErrorCode } from '../../base/contract/errors.ts'
import { cityMap, type MapSource } from '../../base/pages/place-map.ts'
import { declarePaid } from '../../domain/deliveries/declare-paid.ts'
import type { Place } from '../../domain/deliveries/delivery-order.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import { priceLocation } from '../../domain/deliveries/price-location.ts'
import { locateDelivery } from '../../domain/deliveries/transitions/locate-delivery.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { maxPaymentRequests } from '../../domain/mobile-money/payment-request.ts'
import { placeMap } from './customer-map.ts'
import type { PageFrame } from './customer-page.ts'
import { customerPrice } from './customer-view.ts'
import { customerWording, placeRefusal } from './customer-wording.ts'
import { type CustomerForm, placeOfForm, zoneNames } from './position-form.ts'
import { askingPage, confirmingPage } from './position-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What a page is made with for one request. */
export type Screen = { frame: PageFrame; mapSource: MapSource }

/** What the page uses of mobile money. */
type PaymentRequests = {
  /** How often the customer of a delivery was asked to pay. */
  timesAsked: (key: DeliveryKey) => Promise<number>
  /** Asks once more, unless it was asked more than `timesAsked` times already. */
  askAgain: (key: DeliveryKey, timesAsked: number) => Promise<unknown>
}

export type CustomerFormDeps = DeliveryDeps & {
  paymentRequests: PaymentRequests
}

/** The page to respond with, or `DONE` to redirect to the delivery's page. */
type FormOutcome = 'DONE' | { status: number; page: string }

/**
 * Handles a form of the page: shows the final price of a position, saves the position once that price is
 * agreed to, declares that the shop was paid, or requests the payment again. A form sent twice does nothing
 * the second time.
 */
export async function handleCustomerForm(
  deps: CustomerFormDeps,
  screen: Screen,
  visit: LinkedDelivery,
  form: CustomerForm,
): Promise<FormOutcome> {
  if (form.step === 'paid') return paid(deps, visit, form)
  if (form.step === 'pay') return payAgain(deps, visit, form)
  if (form.step === undefined || !isIn('locating', visit.view.status)) return 'DONE'
  if (form.step === 'change') return asked(200, deps, screen, visit, form)
  const read = placeOfForm(form, deps.pricing.map.current(), visit.row.city_id)
  const words = customerWording[screen.frame.language]
  if ('fault' in read) return asked(422, deps, screen, visit, form, words.faults[read.fault])
  const { agreedPriceFcfa } = form
  try {
    if (form.step === 'price' || agreedPriceFcfa === undefined)
      return await priced(200, deps, screen, visit, read.place)
    await locateDelivery(deps, visit.key, read.place, agreedPriceFcfa)
    return 'DONE'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Somebody else was quicker: another tab, a second press, or the shop that cancelled.
    if (error.code === 'TRANSITION_REFUSED') return 'DONE'
    if (error.code === 'PRICE_CHANGED') return priced(409, deps, screen, visit, read.place)
    const refusal = placeRefusal(error, screen.frame.language)
    if (refusal === undefined) throw error
    return asked(422, deps, screen, visit, form, refusal)
  }
}

function asked(
  status: number,
  { pricing }: CustomerFormDeps,
  { frame, mapSource }: Screen,
  { row, view }: LinkedDelivery,
  typed: CustomerForm,
  fault?: string,
): FormOutcome {
  const map = cityMap(view.city, mapSource)
  const zones = zoneNames(pricing.map.current(), row.city_id)
  return { status, page: askingPage(frame, view, { map, zones, typed, fault }) }
}

async function priced(
  status: number,
  deps: DeliveryDeps,
  { frame, mapSource }: Screen,
  { row, view }: LinkedDelivery,
  place: Place,
): Promise<FormOutcome> {
  const price = customerPrice(row, await priceLocation(deps, row, place))
  const located = deps.pricing.map.current().locate(place)
  const zone = place.label ?? located?.zone?.name ?? located?.city.name ?? ''
  const map = place.label === undefined ? placeMap(view, mapSource, place) : null
  return {
    status,
    page: confirmingPage(frame, view, { place, zone, price, map, hasChanged: status === 409 }),
  }
}

/** A second press, or one after the shop has confirmed, finds nothing left to declare. */
async function paid(
  deps: CustomerFormDeps,
  { key, view }: LinkedDelivery,
  { timesDeclared }: CustomerForm,
): Promise<FormOutcome> {
  if (view.payment.canBeDeclared) await ignoreIfTooLate(() => declarePaid(deps, key, timesDeclared))
  return 'DONE'
}

async function payAgain(
  { paymentRequests }: CustomerFormDeps,
  { key, view }: LinkedDelivery,
  { timesAsked = maxPaymentRequests }: CustomerForm,
): Promise<FormOutcome> {
  if (view.payment.canBeAskedAgain && timesAsked < maxPaymentRequests)
    await ignoreIfTooLate(() => paymentRequests.askAgain(key, timesAsked))
  return 'DONE'
}

/** Ignores a refusal because somebody else was quicker. */
async function ignoreIfTooLate(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ApiError && tooLate.includes(error.code))) throw error
  }
}

const tooLate: readonly ErrorCode[] = [
  'PAYMENT_TRANSITION_REFUSED',
  'TRANSITION_REFUSED',
  'PAYMENT_DECLARATIONS_USED_UP',
]
