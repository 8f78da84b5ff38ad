import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Zone } from '../../../../domain/zones/service-map.ts'
import { type LabelledDelivery, labelView } from './label-view.ts'

const city = {
  id: 'cotonou',
  name: 'Cotonou',
  country: 'BJ',
  center: { lat: 6.37, lng: 2.42 },
  serviceRadiusMeters: 20_000,
  timeZone: 'Africa/Porto-Novo',
  currency: 'XOF' as const,
  raining: false,
  highDemand: false,
  opening: null,
}
const zone = { id: 'z', name: 'Cadjèhoun' } as Zone
/** One zone, east of which is only the city, west of which nothing. */
const map = {
  locate: ({ lng }: { lng: number }) => (lng < 2.4 ? undefined : { city, zone: lng < 2.42 ? zone : null }),
}

const row: LabelledDelivery = {
  reference: 'COL-7K2M9Q',
  customer_first_name: 'Afi',
  customer_last_name: 'Dossou',
  dropoff_label: 'Bureau',
  dropoff_landmark: 'Près de la pharmacie',
  dropoff_lat: 6.37,
  dropoff_lng: 2.41,
  payment_mode: 'CASH_ON_DELIVERY',
  payment_status: 'NOT_REQUESTED',
  fee_payer: 'CUSTOMER',
  goods_amount_fcfa: 11_300,
  price_fcfa: 1_200,
  price_is_estimate: false,
  parcel_size: 'SMALL',
  parcel_fragile: true,
}
const labelOf = (values: Partial<LabelledDelivery> = {}, language: 'fr' | 'en' = 'fr') =>
  labelView({ ...row, ...values }, { shopName: 'Chez Afi', map, language })

test('a label shows the reference, the shop, the first name, the zone, the landmark, the money and the parcel', () => {
  assert.deepEqual(labelOf(), {
    reference: 'COL-7K2M9Q',
    shop: 'Chez Afi',
    firstName: 'Afi',
    place: 'Cadjèhoun',
    landmark: 'Près de la pharmacie',
    money: { caption: 'À encaisser', text: '12\u202f500\u00a0FCFA' },
    size: 'Petit colis',
    fragile: 'FRAGILE',
  })
})

test('a label made of a whole row holds none of its codes, no phone and no last name', () => {
  const whole = {
    ...row,
    customer_last_name: 'Dossou',
    customer_phone: '+2290197000001',
    pickup_code: '4821',
    confirmation_code: '735196',
    return_code: '9053',
    courier_phone: '+2290197000002',
    instructions: 'Code du portail 8642',
  }
  const text = JSON.stringify(labelView(whole, { shopName: 'Chez Afi', map, language: 'fr' }))
  for (const secret of ['Dossou', '97000001', '97000002', '4821', '735196', '9053', '8642'])
    assert.equal(text.includes(secret), false, secret)
})

test('a label in English says the same', () => {
  const { money, size, place } = labelOf({ dropoff_lat: null, dropoff_label: null }, 'en')
  assert.deepEqual(
    [money, size, place],
    [{ caption: 'To collect', text: '12,500\u00a0FCFA' }, 'Small parcel', 'Address to be confirmed'],
  )
})

const places: { what: string; values: Partial<LabelledDelivery>; place: string }[] = [
  { what: 'in a zone', values: {}, place: 'Cadjèhoun' },
  { what: 'in a city but in no zone', values: { dropoff_lng: 2.43 }, place: 'Bureau' },
  {
    what: 'in a city but in no zone, without a label',
    values: { dropoff_lng: 2.43, dropoff_label: null },
    place: 'Cotonou',
  },
  { what: 'in no city any more', values: { dropoff_lng: 2.3 }, place: 'Bureau' },
  {
    what: 'not known yet',
    values: { dropoff_lat: null, dropoff_lng: null, dropoff_label: null, dropoff_landmark: null },
    place: 'Adresse à préciser',
  },
]
for (const { what, values, place } of places)
  test(`a drop-off ${what} is called ${place}`, () => assert.equal(labelOf(values).place, place))

const moneys: { what: string; values: Partial<LabelledDelivery>; caption: string | null; text: string }[] = [
  {
    what: 'whose shop pays the trip',
    values: { fee_payer: 'MERCHANT' },
    caption: 'À encaisser',
    text: '11\u202f300\u00a0FCFA',
  },
  {
    what: 'whose trip has an estimated price that the customer pays',
    values: { price_is_estimate: true },
    caption: 'À encaisser (estimation)',
    text: '12\u202f500\u00a0FCFA',
  },
  {
    what: 'whose trip has an estimated price that the shop pays',
    values: { price_is_estimate: true, fee_payer: 'MERCHANT' },
    caption: 'À encaisser',
    text: '11\u202f300\u00a0FCFA',
  },
  { what: 'paid before', values: { payment_mode: 'PREPAID' }, caption: null, text: 'Déjà payé' },
  { what: 'paid meanwhile', values: { payment_status: 'PAID' }, caption: null, text: 'Déjà payé' },
  {
    what: 'that costs the customer nothing',
    values: { goods_amount_fcfa: 0, fee_payer: 'MERCHANT' },
    caption: null,
    text: 'Rien à encaisser',
  },
]
for (const { what, values, ...money } of moneys)
  test(`the label of a delivery ${what} says ${money.text}`, () =>
    assert.deepEqual(labelOf(values).money, money))

test('a parcel that is not fragile is not called fragile', () =>
  assert.equal(labelOf({ parcel_fragile: false }).fragile, null))

const phones: [typed: string, shown: string][] = [
  ['Appeler le 97 00 00 01 en arrivant', 'Appeler le … en arrivant'],
  ['Appeler le +229 01 97-00-00-01', 'Appeler le …'],
  ['WhatsApp 0022997000001', 'WhatsApp …'],
  ['97.00.00.01', '…'],
  ['97 - 00 - 00 - 01', '…'],
  ['Carré 1234, lot 56, 2e étage', 'Carré 1234, lot 56, 2e étage'],
]
for (const [typed, shown] of phones)
  test(`a landmark typed as ${typed} is printed as ${shown}`, () => {
    const label = labelOf({ dropoff_landmark: typed, customer_first_name: typed })
    assert.deepEqual([label.landmark, label.firstName], [shown, shown])
  })
