import { html } from 'ghtml'
import type { CarriedParcel, CourierScreen, LaterStop } from '../../domain/matching/courier-screen.ts'
import { placeName } from '../../domain/matching/offered-trip.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { actionForm } from './action-form.ts'
import { type CodeTimes, codeError } from './code-form.ts'
import { doorNotes } from './courier-door-notes.ts'
import type { PageFrame } from './courier-page-frame.ts'
import type { ProofTimes } from './courier-proof.ts'
import { speak } from './courier-words.ts'
import { failLater } from './failure-form.ts'
import {
  codesOnArrival,
  handOverForm,
  isCodeOpen,
  pickUpForm,
  pickUpForms,
  recipientLine,
  returnForm,
} from './parcel-forms.ts'
import { parcelLine } from './parcel-line.ts'
import { bagText, codeId } from './parcel-text.ts'
import { placeCard, reachButtons } from './reach-page.ts'

/** What the stops after the next one are worded with. */
type StopTimes = CodeTimes & ProofTimes

/** Whether a courier has several parcels, so that each is named by the number on its bag. */
export const hasTour = ({ beside, later }: CourierScreen): boolean => beside.length > 0 || later.length > 0

/** Another parcel at the same place: its code is asked for here too, all else once it stands first. */
export function besideParcel(
  frame: PageFrame,
  parcel: CarriedParcel,
  times: CodeTimes,
  { isAskedTogether }: { isAskedTogether: boolean },
): string {
  const { language } = frame
  const { key: delivery, slot, step, reference, customer } = parcel
  const t = speak(language)
  const forms = {
    GO_TO_SHOP: () => '',
    PICK_UP: () => (isAskedTogether ? '' : pickUpForm(frame, parcel, times, codeId(slot))),
    HAND_OVER: () => '',
    RETURN_TO_SHOP: () => returnForm(frame, parcel, times, codeId(slot)),
  }
  const first = { action: 'go-first', submit: t('Show this parcel first'), delivery, look: 'quiet' } as const
  return html`<section class="card"><p class="who">${bagText(slot, language)} · ${reference}</p>
<p>${t('For {name}', { name: customer.name })}</p>
!${parcelLine(language, parcel)}
!${forms[step]()}
!${actionForm(frame, first)}</section>`
}

/**
 * What comes after the next stop: which parcels, where and in how many minutes. A parcel that is aboard may
 * be brought first, and what is needed for it there is on this page: it is all that there is without a
 * connection (decision 357).
 */
export function laterStops(
  frame: PageFrame,
  screen: CourierScreen,
  times: StopTimes & { map: ServiceMap },
): string {
  if (!hasTour(screen)) return ''
  const t = speak(frame.language)
  return html`<h2>${t('Then')}</h2>
<ol class="offers stops">!${screen.later.map((stop) => laterStop(frame, stop, times))}</ol>`
}

function laterStop(frame: PageFrame, stop: LaterStop, times: StopTimes & { map: ServiceMap }): string {
  const { language } = frame
  const { kind, name, label, minutes } = stop
  const t = speak(language)
  const texts = {
    PICKUP: t('Fetch at {name}', { name }),
    DROPOFF: t('Bring to {name}', { name }),
    RETURN: t('Bring back to {name}', { name }),
  }
  const bags = stop.slots.map((slot) => bagText(slot, language)).join(', ')
  const facts = [
    bags,
    label ?? placeName(times.map, stop.place),
    minutes !== null && t('about {minutes} min', { minutes }),
  ]
  const first = actionForm(frame, {
    action: 'go-first',
    submit: t('Go there first'),
    delivery: stop.key,
    look: 'plain',
  })
  return html`<li class="card!${kind === 'PICKUP' ? ' fetch' : ''}"><p><strong>${texts[kind]}</strong></p>
<p>${facts.filter(Boolean).join(' · ')}</p>
!${stop.mayGoFirst ? first : ''}
!${stop.aboard.map((parcel) => parcelThere(frame, parcel, times))}
!${fetchedThere(frame, stop, times)}</li>`
}

/**
 * What is done at a later shop, for the script to show once all that comes before it waits for a connection:
 * nobody fetches there out of turn, and what is kept is sent in its order (decision 379).
 */
function fetchedThere(frame: PageFrame, { toFetch, before, name, key }: LaterStop, times: StopTimes): string {
  if (toFetch.length === 0) return ''
  const arrive = {
    action: 'arrive',
    submit: speak(frame.language)('I am at the shop'),
    delivery: key,
  } as const
  const forms = toFetch.some(({ step }) => step === 'GO_TO_SHOP')
    ? actionForm(frame, arrive) + codesOnArrival(frame, toFetch, times)
    : pickUpForms(
        frame,
        toFetch.filter((parcel) => isCodeOpen(parcel, 'PICK_UP')),
        times,
      )
  return html`<template data-after="${before.map(({ kind, id }) => `${kind}:${id}`).join(' ')}">
<p class="who">${name}</p>!${forms}</template>`
}

/** What is needed where a parcel that is aboard is brought, closed until the courier is there. */
function parcelThere(frame: PageFrame, parcel: CarriedParcel, times: StopTimes): string {
  const { language } = frame
  const { key, slot, step, reference, shop, customer } = parcel
  const t = speak(language)
  const id = codeId(slot)
  const door = [
    placeCard(language, customer),
    reachButtons(language, { ...customer, name: customer.firstName, reference }),
    recipientLine(language, parcel),
    doorNotes(language, parcel),
    parcelLine(language, parcel),
    handOverForm(frame, parcel, times, id),
    failLater(frame, parcel, times),
  ]
  const back = [
    placeCard(language, shop),
    reachButtons(language, { ...shop, reference }),
    returnForm(frame, parcel, times, id),
  ]
  const isOpen = codeError(frame, times, key.id) !== undefined || times.rejected?.delivery?.id === key.id
  const summary = html`<summary>${t('At the place: {name}', { name: bagText(slot, language) })}</summary>`
  return html`<details class="door there-${slot}" ${isOpen ? 'open' : ''}>!${summary}
<p class="who">${reference}</p>
!${step === 'HAND_OVER' ? door : back}</details>`
}
