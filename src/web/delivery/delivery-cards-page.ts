import { html } from 'ghtml'
import { distanceText, openingText, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import { windowsOf } from '../../domain/deliveries/delivery-row.ts'
import {
  dropoffPrecision,
  isDoor,
  type PositionSource,
} from '../../domain/deliveries/order/position-precision.ts'
import { mapPlace } from '../map-place.ts'
import { speak, type WebText } from '../web-words.ts'
import { byReader, type DeliveryFacts } from './delivery-facts.ts'

const sourceNames: Record<PositionSource, WebText> = {
  PHONE: 'the customer’s phone',
  PIN: 'the customer, on the map',
  ZONE: 'the customer, as a neighbourhood',
  TYPED: 'the customer, in writing',
  SHOP: 'the shop',
}

const vehicleNames = {
  MOTO: 'motorbike',
  TRICYCLE: 'tricycle',
  CAR: 'car',
} as const

const line = (name: string, value: string | null): string =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : ''

const phoneLine = (name: string, phone: string): string =>
  html`<div><dt>${name}</dt><dd><a href="tel:${phone}">${spacedPhone(phone)}</a></dd></div>`

/** The customer's phone and place. */
export function customerCard(facts: DeliveryFacts): string {
  const { row } = facts
  const t = speak(facts.language)
  const place =
    row.dropoff_lat === null
      ? [row.dropoff_label, t('not given yet')].filter(Boolean).join(', ')
      : (row.dropoff_label ?? point(row.dropoff_lat, row.dropoff_lng))
  const { source, accuracyMeters } = dropoffPrecision(row)
  const exactness =
    accuracyMeters && t('to within {distance}', { distance: distanceText(accuracyMeters, facts.language) })
  const given = source && [t(sourceNames[source]), exactness].filter(Boolean).join(', ')
  return html`<section class="card"><h2>${t('Customer')}</h2><dl>
!${phoneLine(t('Phone'), row.customer_phone)}
!${[
    line(t('Place'), isDoor({ source, accuracyMeters }) ? place : `${place} (${t('approximate')})`),
    line(t('Given by'), given),
    line(t('Landmark'), row.dropoff_landmark),
  ]}</dl></section>`
}

/** Who carries the parcel; nothing while nobody does. */
export function courierCard(facts: DeliveryFacts): string {
  const { row } = facts
  if (row.courier_first_name === null || row.courier_phone === null) return ''
  const t = speak(facts.language)
  const vehicle = row.courier_vehicle_type ? t(vehicleNames[row.courier_vehicle_type]) : ''
  return html`<section class="card"><h2>${t('Courier')}</h2><dl>
!${phoneLine(row.courier_first_name, row.courier_phone)}
!${line(vehicle, row.courier_plate_number)}</dl></section>`
}

/** What is delivered, from where and when. */
export function parcelCard(facts: DeliveryFacts): string {
  const { row, language, timeZone } = facts
  const t = speak(facts.language)
  const { category, size } = facts.values
  const { pickup: window, dropoff: promised } = windowsOf(row)
  const rests = facts.searchRestsUntil
  const reference = byReader(facts, 'Your reference', 'The shop’s reference')
  const sizeText = `${size[row.parcel_size]}${row.parcel_fragile ? `, ${t('fragile')}` : ''}`
  return html`<section class="card"><h2>${t('Parcel')}</h2><dl>
!${line(t('Category'), category[row.parcel_category] ?? row.parcel_category)}!${line(t('Size'), sizeText)}
!${line(t('Pickup'), row.pickup_label ?? point(row.pickup_lat, row.pickup_lng))}
!${line(t('To be fetched'), window && spanText({ ...window, timeZone }, language))}
!${line(t('To be handed over'), promised && spanText({ ...promised, timeZone }, language))}
!${line(t('City closed, search for a courier'), rests && openingText(rests, facts, language))}
!${line(t('Instructions'), row.instructions)}!${line(reference, row.external_ref)}
!${line(t('Photo'), row.photo_key && t('attached'))}</dl></section>`
}

const point = (lat: number, lng: number | null): string => `${lat.toFixed(5)}, ${(lng ?? 0).toFixed(5)}`

/** A courier's vehicle, in a word. */
export const vehicleText = (vehicle: keyof typeof vehicleNames, language: Language): string =>
  speak(language)(vehicleNames[vehicle])

/** The map with the parcel and the courier; nothing before there is a place to show. */
export const deliveryMap = ({ map, language }: DeliveryFacts): string =>
  map ? mapPlace(map, speak(language)('Map: the parcel and the courier')) : ''
