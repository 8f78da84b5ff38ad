import { internationalPhone } from '../../base/kernel/phone-number.ts'
import { ApiError, type ErrorCode } from '../../contract/errors.ts'
import { changeDelivery } from '../../domain/deliveries/changing/change-delivery.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import { priceLocation } from '../../domain/deliveries/order/price-location.ts'
import { declarePaid } from '../../domain/deliveries/payment/declare-paid.ts'
import { locateDelivery } from '../../domain/deliveries/transitions/locate-delivery.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import type { Payer } from '../../domain/money/mobile-money/payer.ts'
import { maxPaymentRequests } from '../../domain/money/mobile-money/payment-request.ts'
import { cityMap, type MapSource } from '../../pages/place-map.ts'
import { placeMap } from './customer-map.ts'
import type { PageFrame } from './customer-page.ts'
import { type CustomerView, customerPrice, type SeenPlace } from './customer-view.ts'
import type { CustomerText } from './customer-words.ts'
import { placeRefusal } from './place-refusal.ts'
import {
  type CustomerForm,
  fieldOf,
  type GivenPlace,
  type PositionFault,
  placeOfForm,
  positionText,
  zoneNames,
} from './position-form.ts'
import { askingPage, confirmingPage, type FieldFault } from './position-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What a page is made with for one request. */
export type Screen = { frame: PageFrame; mapSource: MapSource }

/** What the page uses of mobile money. */
type PaymentRequests = {
  /** How often the customer of a delivery was asked to pay. */
  timesAsked: (key: DeliveryKey) => Promise<number>
  /** Asks once more, unless it was asked more than `timesAsked` times already. */
  askAgain: (key: DeliveryKey, timesAsked: number) => Promise<unknown>
  /** The same, of another number than the customer's. */
  askFrom: (key: DeliveryKey, payer: Payer, timesAsked: number) => Promise<unknown>
  /** The names of the providers that serve a country. */
  providersIn: (country: string) => string[]
}

export type CustomerFormDeps = DeliveryDeps & {
  paymentRequests: PaymentRequests
}

/**
 * The page to respond with, or `DONE` to redirect to the delivery's page; or the payer who cannot be asked.
 */
type FormOutcome = 'DONE' | { status: number; page: string } | { refusedPayer: string }

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
  if (form.step === 'payer') return payFrom(deps, visit, form)
  const isFirst = isIn('locating', visit.view.status)
  if (form.step === undefined || !(isFirst || (form.isChanging && visit.view.canChangePlace))) return 'DONE'
  if (form.step === 'change') return asked(200, deps, screen, visit, withKnownPlace(form, visit.view))
  const place = { cityId: visit.row.city_id, near: visit.view.city?.center }
  const read = placeOfForm(form, deps.pricing.map.current(), place)
  const { t } = screen.frame
  if ('fault' in read) {
    const fault = { field: fieldOf(read.fault), says: t(faultTexts[read.fault]) }
    return asked(422, deps, screen, visit, form, fault)
  }
  const { agreedPriceFcfa } = form
  try {
    if (form.step === 'price' || agreedPriceFcfa === undefined)
      return await priced(200, deps, screen, visit, read.place, form.isChanging)
    // Their landmark counts, also where they took away the one that the shop expected.
    const landmark = read.place.landmark ?? ''
    if (isFirst) await locateDelivery(deps, visit.key, { ...read.place, landmark }, agreedPriceFcfa)
    else await changeDelivery(deps, visit.key, { dropoff: read.place, expectedPriceFcfa: agreedPriceFcfa })
    return 'DONE'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Somebody else was quicker: another tab, a second press, or the shop that cancelled.
    if (error.code === 'TRANSITION_REFUSED' || error.code === 'DELIVERY_NOT_CHANGEABLE') return 'DONE'
    if (error.code === 'PRICE_CHANGED') return priced(409, deps, screen, visit, read.place, form.isChanging)
    const refusal =
      error.code === 'DELIVERY_CHANGED_TOO_OFTEN'
        ? t('The place of this delivery was changed too often. Call {shop} about it.', {
            shop: visit.view.shopName,
          })
        : placeRefusal(error, screen.frame)
    if (refusal === undefined) throw error
    return asked(422, deps, screen, visit, form, { field: 'position', says: refusal })
  }
}

const faultTexts: Record<PositionFault, CustomerText> = {
  POSITION_MISSING: 'Your position is missing. Type it, for example 6.3654, 2.4183.',
  POSITION_OR_ZONE_MISSING:
    'The place to deliver to is missing. Give a position, or choose your neighbourhood and write a landmark.',
  POSITION_UNREADABLE: 'We cannot read this position. Type two numbers, such as 6.3654, 2.4183.',
  POSITION_SHORT_LINK:
    'This short link does not hold the position. Open it, press the place for a while and copy the two numbers that appear. You can also tap the map, or choose your neighbourhood.',
  POSITION_NOT_IN_LINK:
    'This link holds no position. Tap the map, type two numbers such as 6.3654, 2.4183, or choose your neighbourhood.',
  LANDMARK_MISSING:
    'A landmark is missing. A neighbourhood is large: tell the courier how to know your door.',
  LANDMARK_MISSING_ROUGH:
    'A landmark is missing. This position is approximate: tell the courier how to know your door.',
  LANDMARK_MISSING_SCREEN:
    'This link shows only the middle of a map, not your door. Tap your door on the map, or write a landmark for the courier.',
  LANDMARK_TOO_LONG: 'This landmark is too long: at most 160 characters.',
  LANDMARK_UNREADABLE: 'This landmark holds characters that we cannot read.',
}

/** The place that was agreed to, in a form that begins to change it. */
function withKnownPlace(form: CustomerForm, { dropoff }: CustomerView): CustomerForm {
  if (!form.isChanging || dropoff === null || form.position !== '' || form.zone !== '') return form
  const { label, landmark } = dropoff
  // A neighbourhood is chosen again by its name: its middle is not where the customer is.
  return {
    ...form,
    position: label === null ? positionText(dropoff) : '',
    zone: label ?? '',
    landmark: landmark ?? '',
    measured: measuredOf(dropoff),
  }
}

const measuredOf = (dropoff: SeenPlace): CustomerForm['measured'] => ({
  source: dropoff.source ?? '',
  accuracy: String(dropoff.accuracyMeters ?? ''),
  position: positionText(dropoff),
})

function asked(
  status: number,
  { pricing }: CustomerFormDeps,
  { frame, mapSource }: Screen,
  { row, view }: LinkedDelivery,
  typed: CustomerForm,
  fault?: FieldFault,
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
  place: GivenPlace,
  isChanging: boolean,
): Promise<FormOutcome> {
  const price = customerPrice(row, await priceLocation(deps, row, place))
  const located = deps.pricing.map.current().locate(place)
  const zone = place.label ?? located?.zone?.name ?? located?.city.name ?? ''
  const map = place.label === undefined ? placeMap(view, mapSource, place) : null
  return {
    status,
    page: confirmingPage(frame, view, { place, zone, price, map, hasChanged: status === 409, isChanging }),
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

/** Asks the number that was typed, read as one of the country of the parcel. */
async function payFrom(
  { paymentRequests }: CustomerFormDeps,
  { key, view }: LinkedDelivery,
  { timesAsked = maxPaymentRequests, payer }: CustomerForm,
): Promise<FormOutcome> {
  if (!view.payment.canBePaidElsewhere || timesAsked >= maxPaymentRequests) return 'DONE'
  const country = view.city?.country ?? ''
  const phone = internationalPhone(payer.phone, country)
  if (phone === undefined) return { refusedPayer: payer.phone }
  const providerName = paymentRequests.providersIn(country).find((name) => name === payer.provider)
  try {
    await ignoreIfTooLate(() => paymentRequests.askFrom(key, { phone, providerName }, timesAsked))
    return 'DONE'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PAYER_PHONE_REFUSED')
      return { refusedPayer: payer.phone }
    throw error
  }
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
  'PAYMENT_REQUESTS_USED_UP',
]
