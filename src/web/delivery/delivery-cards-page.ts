import { html } from 'ghtml'
import { distanceText, openingText, spanText } from '../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import { pickupWindowOf } from '../../domain/deliveries/delivery-row.ts'
import { dropoffPrecision, isDoor } from '../../domain/deliveries/position-precision.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

const line = (name: string, value: string | null): string =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : ''

/** The customer's phone and place. */
export function customerCard(facts: DeliveryFacts): string {
  const { row } = facts
  const words = facts.words.customer
  const place =
    row.dropoff_lat === null ? words.unknown : (row.dropoff_label ?? point(row.dropoff_lat, row.dropoff_lng))
  const { source, accuracyMeters } = dropoffPrecision(row)
  const exactness = accuracyMeters && words.within(distanceText(accuracyMeters, facts.language))
  const given = source && [words.sources[source], exactness].filter(Boolean).join(', ')
  return html`<section class="card"><h2>${words.heading}</h2><dl>
<div><dt>${words.phone}</dt><dd><a href="tel:${row.customer_phone}">${spacedPhone(row.customer_phone)}</a></dd></div>
!${line(words.place, isDoor({ source, accuracyMeters }) ? place : `${place} (${words.approximate})`)}!${line(words.given, given)}!${line(words.landmark, row.dropoff_landmark)}</dl></section>`
}

/** Who carries the parcel; nothing while nobody does. */
export function courierCard(facts: DeliveryFacts): string {
  const { row } = facts
  if (row.courier_first_name === null || row.courier_phone === null) return ''
  const words = facts.words.courier
  const vehicle = row.courier_vehicle_type ? words.vehicle[row.courier_vehicle_type] : ''
  return html`<section class="card"><h2>${words.heading}</h2><dl>
<div><dt>${row.courier_first_name}</dt><dd><a href="tel:${row.courier_phone}">${spacedPhone(row.courier_phone)}</a></dd></div>
!${line(vehicle, row.courier_plate_number)}</dl></section>`
}

/** What is delivered, from where and when. */
export function parcelCard(facts: DeliveryFacts): string {
  const { row, language, timeZone } = facts
  const words = facts.words.parcel
  const { category, size } = facts.values
  const window = pickupWindowOf(row)
  const sizeText = `${size[row.parcel_size]}${row.parcel_fragile ? `, ${words.fragile}` : ''}`
  return html`<section class="card"><h2>${words.heading}</h2><dl>
!${line(words.category, category[row.parcel_category] ?? row.parcel_category)}!${line(words.size, sizeText)}
!${line(words.pickup, row.pickup_label ?? point(row.pickup_lat, row.pickup_lng))}
!${line(words.window, window && spanText({ ...window, timeZone }, language))}
!${line(words.search, facts.searchRestsUntil && openingText(facts.searchRestsUntil, facts, language))}
!${line(words.instructions, row.instructions)}!${line(words.externalRef, row.external_ref)}
!${line(words.photo, row.photo_key && words.hasPhoto)}</dl></section>`
}

const point = (lat: number, lng: number | null): string => `${lat.toFixed(5)}, ${(lng ?? 0).toFixed(5)}`
