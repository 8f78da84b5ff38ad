import { html } from 'ghtml'
import { momentText, spanText } from '../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { pickupWindowOf } from '../../../domain/deliveries/delivery-row.ts'
import { failureReason } from '../../../domain/deliveries/failure-reason.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { mapPlace } from '../console-map.ts'
import { customerName, statusKind, valueWording } from '../value-wording.ts'
import { actCards, cancelForm } from './delivery-acts-page.ts'
import type { DeliveryFacts } from './delivery-facts.ts'
import { moneyCard } from './delivery-money-page.ts'
import { storyCards } from './delivery-story-page.ts'
import { oneDeliveryWording } from './one-delivery-wording.ts'

/** The page of one delivery: what to do now, then everything about it. */
export function oneDeliveryPage(facts: DeliveryFacts, notice?: WorkspaceNotice): ConsoleContent {
  const { row, language, shopHref, now, timeZone, map } = facts
  const words = oneDeliveryWording[language]
  const failure = failureReason(row.failure_code, row.failure_note, language)
  return {
    section: 'deliveries',
    isWide: true,
    title: row.reference,
    back: { href: `${shopHref}/deliveries`, label: words.back },
    notice,
    isFormPage: notice?.kind === 'refused',
    live: `${shopHref}/live?delivery=${row.id}`,
    scripts: [
      ...(map ? (['console-map.js'] as const) : []),
      'console-live.js',
      ...(facts.sharing ? (['console-share.js'] as const) : []),
    ],
    acts: html`<span class="badge ${statusKind(row.status)}">${valueWording[language].delivery[row.status]}</span>`,
    main: html`<p class="soft">${customerName(row)} · ${momentText(row.created_at, { timeZone, now }, language)}!${failure ? html`<br>${failure}` : ''}</p>
<div class="columns"><div>
!${actCards(facts)}
!${map ? mapPlace(map, words.courier.map) : ''}
!${courierCard(facts)}
!${customerCard(facts)}
</div><div>
!${moneyCard(facts)}
!${parcelCard(facts)}
<div class="acts"><a class="button plain" href="${shopHref}/deliveries/new?from=${row.id}">${words.repeat}</a>
<a class="button plain" href="${shopHref}/deliveries/labels?id=${row.id}">${words.label}</a></div>
!${cancelForm(facts)}
!${storyCards(facts)}
</div></div>`,
  }
}

const line = (name: string, value: string | null): string =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : ''

function customerCard({ row, language }: DeliveryFacts): string {
  const words = oneDeliveryWording[language].customer
  const place =
    row.dropoff_lat === null ? words.unknown : (row.dropoff_label ?? point(row.dropoff_lat, row.dropoff_lng))
  return html`<section class="card"><h2>${words.heading}</h2><dl>
<div><dt>${words.phone}</dt><dd><a href="tel:${row.customer_phone}">${spacedPhone(row.customer_phone)}</a></dd></div>
!${line(words.place, place)}!${line(words.landmark, row.dropoff_landmark)}</dl></section>`
}

function courierCard({ row, language }: DeliveryFacts): string {
  if (row.courier_first_name === null || row.courier_phone === null) return ''
  const words = oneDeliveryWording[language].courier
  const vehicle = row.courier_vehicle_type ? words.vehicle[row.courier_vehicle_type] : ''
  return html`<section class="card"><h2>${words.heading}</h2><dl>
<div><dt>${row.courier_first_name}</dt><dd><a href="tel:${row.courier_phone}">${spacedPhone(row.courier_phone)}</a></dd></div>
!${line(vehicle, row.courier_plate_number)}</dl></section>`
}

function parcelCard({ row, language, timeZone }: DeliveryFacts): string {
  const words = oneDeliveryWording[language].parcel
  const { category, size } = valueWording[language]
  const window = pickupWindowOf(row)
  const sizeText = `${size[row.parcel_size]}${row.parcel_fragile ? `, ${words.fragile}` : ''}`
  return html`<section class="card"><h2>${words.heading}</h2><dl>
!${line(words.category, category[row.parcel_category] ?? row.parcel_category)}!${line(words.size, sizeText)}
!${line(words.pickup, row.pickup_label ?? point(row.pickup_lat, row.pickup_lng))}
!${line(words.window, window && spanText({ ...window, timeZone }, language))}
!${line(words.instructions, row.instructions)}!${line(words.externalRef, row.external_ref)}
!${line(words.photo, row.photo_key && words.hasPhoto)}</dl></section>`
}

const point = (lat: number, lng: number | null): string => `${lat.toFixed(5)}, ${(lng ?? 0).toFixed(5)}`
