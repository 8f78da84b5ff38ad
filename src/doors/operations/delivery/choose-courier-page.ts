import { html } from 'ghtml'
import { distanceText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { latLng, type PlaceMap } from '../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import type { CourierToChoose } from '../../../domain/matching/overseeing/couriers-to-choose-store.ts'
import { vehicleText } from '../../../web/delivery/delivery-cards-page.ts'
import { mapPlace } from '../../../web/map-place.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

const submitNames = {
  assign: 'Give them the trip',
  reassign: 'Replace the courier',
} as const

const titles = {
  assign: 'Choose a courier',
  reassign: 'Choose another courier',
} as const

const offerNames = {
  OPEN: 'asked',
  DECLINED: 'declined this trip',
  EXPIRED: 'did not answer',
} as const

/** Everything that the page shows on which a courier is chosen. */
export type CourierChoice = {
  row: DeliveryRow
  language: Language
  now: Date
  shopName: string
  couriers: CourierToChoose[]
  /** What was searched for. */
  named: string
  /** The map of the city. */
  map: PlaceMap
  /** Whether another courier has it now. */
  isReassigned: boolean
  typed: { courier: string; reason: string }
  error: string | undefined
}

/** A courier is chosen on the map or in the list; the list alone is enough. */
export function chooseCourierPage(choice: CourierChoice, notice?: WorkspaceNotice): OperationsContent {
  const { row, language, couriers, named, typed } = choice
  const t = speak(language)
  const href = `/operations/deliveries/${row.id}`
  const kind = choice.isReassigned ? 'reassign' : 'assign'
  const reason = textField({
    name: 'reason',
    label: t('Reason#act'),
    hint: t('3 to 200 characters. It stays in the history, which the shop reads.'),
    value: typed.reason,
    error: choice.error,
    attributes: { maxlength: 200, minlength: 3, required: true, autocomplete: 'off' },
  })
  const list = html`<fieldset><legend>${t('Couriers, the nearest first')}</legend><ul class="rows">!${couriers.map((courier) => courierRow(courier, choice))}</ul></fieldset>`
  const instead = choice.isReassigned ? hiddenField('instead', row.courier_id ?? '') : ''
  const form = html`!${instead}!${hiddenField('named', named)}!${list}!${reason}!${submitButton(t(submitNames[kind]))}`
  return {
    section: 'deliveries',
    isWide: true,
    title: t(titles[kind]),
    back: { href, label: row.reference },
    notice,
    isFormPage: notice?.kind === 'refused',
    scripts: ['workspace-map.js'],
    main: html`<form method="get" action="${href}/courier" class="row" role="search">!${textField({ name: 'q', label: t('Name or phone'), value: named, attributes: { maxlength: 40, type: 'search' } })}<button class="plain">${t('Search')}</button></form>
<p class="hint">${t('Finds those off duty as well, whom you have called.')}</p>
<div class="columns"><div>!${mapPlace(mapOf(choice), t('Map: the shop and the couriers'))}</div><div>
!${couriers.length === 0 ? html`<p class="empty">${named ? t('No courier of that name takes this parcel in this city.') : t('No courier of this city takes this parcel at the moment.')}</p>` : postForm(`${href}/courier`, form)}
</div></div>`,
  }
}

const idOf = ({ id }: CourierToChoose) => `courier-${id}`

function courierRow(courier: CourierToChoose, { row, language, now, typed }: CourierChoice): string {
  const t = speak(language)
  const isTheirs = courier.id === row.courier_id
  const facts = [
    vehicleText(courier.vehicleType, language),
    courier.distanceMeters === null ? t('position unknown') : distanceText(courier.distanceMeters, language),
    ...(courier.position
      ? [t('seen {age} ago', { age: ageText(courier.position.reportedAt, now, language) })]
      : []),
    ...(courier.offer && !isTheirs ? [t(offerNames[courier.offer])] : []),
  ]
  const state = stateOf(courier, isTheirs, language)
  const isBusy = isTheirs || courier.carried !== null
  const radio = html`<input type="radio" name="courier" id="${idOf(courier)}" value="${courier.id}" required!${isBusy ? ' disabled' : ''}!${typed.courier === courier.id ? ' checked' : ''}>`
  return html`<li><label class="line" for="${idOf(courier)}"><span>!${radio} <strong>${courier.firstName} ${courier.lastName}</strong><br><span class="soft">${facts.join(' · ')}</span></span><span class="badge ${state.kind}">${state.text}</span></label></li>`
}

function stateOf(courier: CourierToChoose, isTheirs: boolean, language: Language) {
  const t = speak(language)
  if (isTheirs) return { kind: '', text: t('has this trip') }
  if (courier.carried)
    return { kind: 'waiting', text: t('carries {reference}', { reference: courier.carried.reference }) }
  if (courier.hasCalledBackParcel) return { kind: 'waiting', text: t('has a parcel to bring back') }
  return courier.isOnDuty ? { kind: '', text: t('free') } : { kind: 'over', text: t('off duty') }
}

/** The shop, where the parcel goes, and every courier whose position is known. */
function mapOf({ row, map, couriers, shopName, language }: CourierChoice): PlaceMap {
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  return {
    ...map,
    dropoff:
      lat === null || lng === null
        ? null
        : { at: latLng({ lat, lng }), label: speak(language)('Destination') },
    others: [
      { at: latLng({ lat: row.pickup_lat, lng: row.pickup_lng }), label: shopName, kind: 'pin' },
      ...couriers.flatMap((courier) =>
        courier.position
          ? [
              {
                at: latLng(courier.position),
                label: `${courier.firstName} ${courier.lastName}`,
                kind: 'courier' as const,
                field: idOf(courier),
              },
            ]
          : [],
      ),
    ],
  }
}

function ageText(at: Date, now: Date, language: Language): string {
  const t = speak(language)
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000))
  if (seconds < 60) return t('{seconds} s', { seconds })
  return seconds < 3_600 ? t('{minutes} min', { minutes: Math.round(seconds / 60) }) : t('more than an hour')
}
