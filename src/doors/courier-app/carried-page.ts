import { html } from 'ghtml'
import { amountText, spanText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { WaitTerms } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { NearLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import type { CarriedParcel, CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { LimitsOf } from '../../domain/tours/tour-limits.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import type { CodeTimes } from './code-form.ts'
import { doorNotes, earlyDoorNotes } from './courier-door-notes.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { handoverPhoto, type ProofTimes } from './courier-proof.ts'
import { secondTryCard } from './courier-second-try.ts'
import { speak } from './courier-words.ts'
import { offersOnTheWay } from './duty-page.ts'
import { failForm } from './failure-form.ts'
import { announcementNote } from './own/day-notes-page.ts'
import {
  codesOnArrival,
  handOverForm,
  isCodeOpen,
  pickUpForm,
  pickUpTogether,
  recipientLine,
  returnForm,
} from './parcel-forms.ts'
import { parcelLine } from './parcel-line.ts'
import { bagText, openingText } from './parcel-text.ts'
import { pickupProblem } from './problem-form.ts'
import { placeCard, reachButtons } from './reach-page.ts'
import { besideParcel, hasTour, laterStops } from './tour-page.ts'

/** What the pages of a parcel are worded with besides the parcel. */
type CarriedTimes = ProofTimes &
  CodeTimes & {
    pickupWait: WaitTerms
    /** The landmark nearest to the customer, where the place is a position and not a quarter. */
    near?: NearLandmark | undefined
    /** The neighbourhood of the customer, where their place is only roughly known. */
    area?: string | undefined
    map: ServiceMap
    /** How many parcels a courier has at a time. */
    maxParcels: number
    limitsOf: LimitsOf
    /** What the second try of the parcel earns, where one was asked for; null where that is not known. */
    secondTryPayFcfa: number | null
  }

/**
 * What a courier with a parcel sees: the one thing to do next, what they earn, and a parcel that is called
 * back.
 */
export function carriedMain(
  frame: PageFrame,
  screen: CourierScreen,
  parcel: CarriedParcel,
  times: CarriedTimes,
): string {
  const { calledBack, calledOff, beside } = screen
  const show = { GO_TO_SHOP: goToShop, PICK_UP: pickUp, HAND_OVER: handOver, RETURN_TO_SHOP: returnToShop }
  const bag = hasTour(screen) ? ` · ${bagText(parcel.slot, frame.language)}` : ''
  const next = laterStops(frame, screen, times) + offersOnTheWay(frame, screen, times)
  const takeable = [parcel, ...beside].filter((each) => isCodeOpen(each, 'PICK_UP'))
  const [first, second, ...others] = takeable
  const together = first && second ? ([first, second, ...others] as const) : undefined
  const isAskedTogether = (each: CarriedParcel) => together?.includes(each) ?? false
  const off = calledOff ? calledOffNote(frame, calledOff) : ''
  return html`!${off}<p class="reference">${parcel.reference}${bag}</p>
!${show[parcel.step](frame, parcel, times, isAskedTogether(parcel))}
!${beside.map((each) => besideParcel(frame, each, times, { isAskedTogether: isAskedTogether(each) }))}
!${together ? pickUpTogether(frame, together, times) : ''}
!${codesOnArrival(frame, [parcel, ...beside], times)}
!${pickupProblem(frame, parcel, times)}
!${payLine(frame.language, parcel)}!${next}!${announcementNote(frame, screen)}
!${calledBack ? calledBackNote(frame, calledBack, { isMain: false }) : ''}`
}

function payLine(language: SpokenLanguage, { payFcfa }: CarriedParcel): string {
  if (payFcfa === null) return ''
  const t = speak(language)
  return html`<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${t('for you')}</p>`
}

function goToShop(frame: PageFrame, parcel: CarriedParcel): string {
  const { key, window } = parcel
  const t = speak(frame.language)
  const when = window && t('The parcel is ready: {span}.', { span: spanText(window, frame.language) })
  return html`!${stepLine(t('Step {number} of 3', { number: 1 }), 1)}<h1>${t('Go to the shop')}</h1>
!${shopCard(frame, parcel)}
!${when ? html`<p><strong>${when}</strong></p>` : ''}
!${expectedLine(frame.language, parcel)}
!${actionForm(frame, { action: 'arrive', submit: t('I am at the shop'), delivery: key })}
!${earlyDoorNotes(frame.language, parcel)}`
}

/** When the customer expects the parcel, where somebody said when. */
function expectedLine(language: SpokenLanguage, { dropoffWindow: window }: CarriedParcel): string {
  if (!window) return ''
  const text = speak(language)('The customer expects it: {span}.', { span: spanText(window, language) })
  return html`<p><strong>${text}</strong></p>`
}

/** Its code is asked for here, or `isAskedTogether` with those of the others at this place. */
function pickUp(
  frame: PageFrame,
  parcel: CarriedParcel,
  times: CarriedTimes,
  isAskedTogether: boolean,
): string {
  const { language } = frame
  const t = speak(language)
  const shop = [
    html`<p class="who">${parcel.shop.name}</p>`,
    parcelLine(language, parcel),
    reachShop(frame, parcel),
  ]
  return html`!${stepLine(t('Step {number} of 3', { number: 2 }), 2)}<h1>${t('Take the parcel')}</h1>
<section class="card">!${shop}</section>
!${isAskedTogether ? '' : pickUpForm(frame, parcel, times)}
!${earlyDoorNotes(language, parcel)}`
}

function handOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { customer, reference } = parcel
  const t = speak(language)
  return html`!${stepLine(t('Step {number} of 3', { number: 3 }), 3)}<h1>${t('Deliver the parcel')}</h1>
!${expectedLine(language, parcel)}
<section class="card">!${placeCard(language, customer, times)}
<div data-customer>!${reachButtons(language, { ...customer, name: customer.firstName, reference })}</div>
!${recipientLine(language, parcel)}
!${doorNotes(language, parcel)}
!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${handOverForm(frame, parcel, times)}
!${handoverPhoto(frame, parcel, times)}
!${failForm(frame, parcel, times)}`
}

function returnToShop(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { failure } = parcel
  const t = speak(language)
  const reason = failure && failureReason(failure.code, failure.words, language)
  const again = parcel.secondTry ? secondTryCard(frame, parcel, parcel.secondTry, times) : ''
  return html`!${stepLine(t('Return'), 3)}!${again}<h1>${t('Bring the parcel back to the shop')}</h1>
!${reason ? html`<p>${t('Could not be handed over: {reason}.', { reason })}</p>` : ''}
!${shopCard(frame, parcel)}
!${returnForm(frame, parcel, times)}`
}

/** Where the shop is, whether it is open, and how to reach it. */
function shopCard(frame: PageFrame, parcel: CarriedParcel): string {
  const { shop, opening } = parcel
  const { language } = frame
  return html`<section class="card">!${[
    placeCard(language, shop),
    opening ? html`<p class="opening">${openingText(opening, language)}</p>` : '',
    reachShop(frame, parcel),
  ]}</section>`
}

const reachShop = ({ language }: PageFrame, { shop, reference }: CarriedParcel): string =>
  reachButtons(language, { ...shop, reference })

const stepLine = (text: string, number: number): string =>
  html`<p class="step" data-step="${number}">${text}</p>`
