import { html } from 'ghtml'
import { amountText, spanText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { PaymentStatus } from '../../contract/vocabulary.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { WaitTerms } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { NearLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import type { CarriedParcel, CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm, type RejectedForm } from './action-form.ts'
import { calledBackNote, calledOffNote } from './called-back-page.ts'
import { codeForm } from './code-form.ts'
import { courierParcelPhoto, doorNotes, earlyDoorNotes } from './courier-door-notes.ts'
import type { PageFrame } from './courier-page-frame.ts'
import type { ProofTimes } from './courier-proof.ts'
import { speak } from './courier-words.ts'
import { offersOnTheWay } from './duty-page.ts'
import { failForm } from './failure-form.ts'
import { openingText, sizeTexts } from './parcel-text.ts'
import { pickupProblem } from './problem-form.ts'
import { placeCard, reachButtons } from './reach-page.ts'
import { bagText, hasTour, laterStops } from './tour-page.ts'

/** What the pages of a parcel are worded with besides the parcel. */
type CarriedTimes = ProofTimes & {
  pickupWait: WaitTerms
  rejected?: RejectedForm | undefined
  /** What is wrong with the code of this step that was sent last. */
  wrongCode?: string | undefined
  /** The landmark nearest to the customer, where the place is a position and not a quarter. */
  near?: NearLandmark | undefined
  /** The neighbourhood of the customer, where their place is only roughly known. */
  area?: string | undefined
  map: ServiceMap
  /** How many parcels a courier has at a time. */
  maxParcels: number
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
  const next = laterStops(frame, screen, times.map) + offersOnTheWay(frame, screen, times)
  const off = calledOff ? calledOffNote(frame, calledOff) : ''
  return html`!${off}<p class="reference">${parcel.reference}${bag}</p>
!${show[parcel.step](frame, parcel, times)}!${beside.map((each) => besideParcel(frame, each, times))}
!${pickupProblem(frame, parcel, times)}
!${payLine(frame.language, parcel)}!${next}
!${calledBack ? calledBackNote(frame, calledBack, { isMain: false }) : ''}`
}

/** Another parcel at the same place: its code is asked for here too, all else once it stands first. */
function besideParcel(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { key: delivery, slot, step, reference, customer } = parcel
  const t = speak(language)
  const id = `code-${slot}`
  const forms = {
    GO_TO_SHOP: () => '',
    PICK_UP: () => pickUpForm(frame, parcel, { ...times, wrongCode: undefined }, id),
    HAND_OVER: () => '',
    RETURN_TO_SHOP: () => returnForm(frame, parcel, { ...times, wrongCode: undefined }, id),
  }
  const first = { action: 'go-first', submit: t('Show this parcel first'), delivery, look: 'quiet' } as const
  return html`<section class="card"><p class="who">${bagText(slot, language)} · ${reference}</p>
<p>${t('For {name}', { name: customer.name })}</p>
!${parcelLine(language, parcel)}
!${forms[step]()}
!${actionForm(frame, first)}</section>`
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
!${actionForm(frame, { action: 'arrive', submit: t('I am at the shop'), delivery: key })}
!${earlyDoorNotes(frame.language, parcel)}`
}

function pickUp(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const t = speak(language)
  const shop = [
    html`<p class="who">${parcel.shop.name}</p>`,
    parcelLine(language, parcel),
    reachShop(frame, parcel),
  ]
  return html`!${stepLine(t('Step {number} of 3', { number: 2 }), 2)}<h1>${t('Take the parcel')}</h1>
<section class="card">!${shop}</section>
!${pickUpForm(frame, parcel, times)}
!${earlyDoorNotes(language, parcel)}`
}

function pickUpForm(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes, id?: string): string {
  const t = speak(frame.language)
  if (parcel.awaitsTrip) {
    const unpaid = [
      html`<p>${t('Do not take the parcel yet: the shop first has to pay the trip by phone.')}</p>`,
      html`<p>${t('This page opens by itself once it is paid. Unpaid, the trip is cancelled.')}</p>`,
    ]
    return html`<div class="money closed" role="status">!${unpaid}</div>`
  }
  const says = {
    lead: t('Ask the shop for the pickup code.'),
    code: t('Pickup code'),
    submit: t('I have the parcel'),
  }
  return codeForm(frame, parcel, { action: 'pick-up', says, times, ...(id && { id }) })
}

function handOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { customer, payment, reference } = parcel
  const t = speak(language)
  return html`!${stepLine(t('Step {number} of 3', { number: 3 }), 3)}<h1>${t('Deliver the parcel')}</h1>
<section class="card">!${placeCard(language, customer, times)}
<div data-customer>!${reachButtons(language, { ...customer, name: customer.firstName, reference })}</div>
!${doorNotes(language, parcel)}
!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${payment.isSettled ? openHandOver(frame, parcel, times) : closedHandOver(language, payment)}
!${failForm(frame, parcel, times)}`
}

function openHandOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { payment, codeLock } = parcel
  const t = speak(frame.language)
  const paid =
    payment.status === 'NOT_DUE'
      ? t('Nothing to collect: the parcel is already paid.')
      : t('The customer has paid {amount}. You can hand over the parcel.', {
          amount: amountText(payment.amountFcfa, frame.language),
        })
  const says = {
    lead: t('Ask the customer for their handover code.'),
    code: t('Handover code'),
    submit: t('Parcel handed over'),
  }
  return html`!${codeLock ? '' : html`<p class="money open">${paid}</p>`}
!${codeForm(frame, parcel, { action: 'hand-over', says, times })}`
}

/** Why a parcel may not be handed over yet. */
const closedBy = {
  NOT_REQUESTED: 'Do not hand over the parcel yet: the customer has not been asked to pay {amount} yet.',
  AWAITING_CUSTOMER: 'Do not hand over the parcel yet: the customer first has to pay {amount} by phone.',
  AWAITING_MERCHANT:
    'Do not hand over the parcel yet: the shop has to confirm that it received {amount}. If it does not answer, the service decides.',
  FAILED:
    'Do not hand over the parcel yet: the payment of {amount} did not go through. The customer can try again.',
  REFUSED:
    'Do not hand over the parcel yet: the payment of {amount} was refused. The customer can try again.',
} as const satisfies Partial<Record<PaymentStatus, string>>

function closedHandOver(
  language: SpokenLanguage,
  { status, amountFcfa, isDenied }: CarriedParcel['payment'],
): string {
  const t = speak(language)
  const amount = amountText(amountFcfa, language)
  const closed = status in closedBy ? t(closedBy[status as keyof typeof closedBy], { amount }) : ''
  const denied = t(
    'The shop has not received the {amount} that the customer says they paid. The customer can pay, or call the shop.',
    { amount },
  )
  const why = isDenied
    ? html`<p><strong>${t('Do not hand over the parcel.')}</strong></p><p>${denied}</p>`
    : html`<p>${closed}</p>`
  return html`<div class="money closed" role="status">!${why}
<p>${t('Never take money yourself. This page opens by itself once it is paid.')}</p></div>`
}

function returnToShop(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { failure } = parcel
  const t = speak(language)
  const reason = failure && failureReason(failure.code, failure.words, language)
  return html`!${stepLine(t('Return'), 3)}<h1>${t('Bring the parcel back to the shop')}</h1>
!${reason ? html`<p>${t('Could not be handed over: {reason}.', { reason })}</p>` : ''}
!${shopCard(frame, parcel)}
!${returnForm(frame, parcel, times)}`
}

function returnForm(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes, id?: string): string {
  const t = speak(frame.language)
  const says = {
    lead: t('The shop gives you a return code once it has taken the parcel back.'),
    code: t('Return code'),
    submit: t('Parcel returned'),
  }
  return codeForm(frame, parcel, { action: 'bring-back', says, times, ...(id && { id }) })
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

/** The parcel, and the shop's instructions about it. */
function parcelLine(language: SpokenLanguage, carriedParcel: CarriedParcel): string {
  const { size, isFragile, instructions } = carriedParcel.parcel
  const t = speak(language)
  const fragile = isFragile ? html` <strong class="fragile">${t('Fragile')}</strong>` : ''
  const told = html`<p class="instructions"><strong>${t('Instructions:')}</strong> ${instructions}</p>`
  return html`<p class="parcel">${t(sizeTexts[size])}!${fragile}</p>
!${instructions ? told : ''}
!${courierParcelPhoto(language, carriedParcel)}`
}
