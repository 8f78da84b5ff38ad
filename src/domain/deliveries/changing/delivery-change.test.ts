import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeableFields } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { changedFields, changeNote, type DeliveryChange, newPlace, wantedColumns } from './delivery-change.ts'

const delivery = {
  customer_last_name: 'Dossou',
  customer_first_name: 'Afi',
  customer_phone: '+2290197000001',
  dropoff_lat: 6.37,
  dropoff_lng: 2.43,
  dropoff_label: 'Maison',
  dropoff_landmark: null,
  instructions: null,
  external_ref: null,
} as DeliveryRow

const changes: [what: string, change: DeliveryChange, fields: string[]][] = [
  ['nothing', {}, []],
  ['the same name', { customer: { lastName: 'Dossou' } }, []],
  [
    'both names',
    { customer: { firstName: 'Sessi', lastName: 'Hounsou' } },
    ['customer.lastName', 'customer.firstName'],
  ],
  ['the same position with the same label', { dropoff: { lat: 6.37, lng: 2.43, label: 'Maison' } }, []],
  ['the same position without words', { dropoff: { lat: 6.37, lng: 2.43 } }, []],
  [
    'another position with the same label',
    { dropoff: { lat: 6.38, lng: 2.43, label: 'Maison' } },
    ['dropoff'],
  ],
  ['another position without words', { dropoff: { lat: 6.37, lng: 2.41 } }, ['dropoff', 'dropoff.label']],
  ['a landmark alone', { dropoff: { landmark: 'Portail bleu' } }, ['dropoff.landmark']],
  ['empty instructions where there were none', { instructions: '' }, []],
  ['instructions', { instructions: 'Sonner' }, ['instructions']],
  ['an order number', { externalRef: 'order-1' }, ['externalRef']],
]
for (const [what, change, expected] of changes)
  test(`a change to ${what} changes ${expected.join(', ') || 'nothing'}`, () => {
    const place = newPlace(delivery, change)
    assert.deepEqual(changedFields(delivery, wantedColumns(change, { place, phone: undefined })), expected)
  })

test('a phone is compared in international form', () => {
  const wanted = (phone: string) => wantedColumns({}, { place: undefined, phone })
  assert.deepEqual(changedFields(delivery, wanted('+2290197000001')), [])
  assert.deepEqual(changedFields(delivery, wanted('+2290197000002')), ['customer.phone'])
})

test('the note of a change names every field in both languages, and there is none for other lines', () => {
  assert.equal(
    changeNote(changeableFields, 'fr'),
    'Modifié : nom du client, prénom du client, téléphone du client, lieu de livraison, nom du lieu, repère, instructions, numéro de commande',
  )
  assert.equal(
    changeNote(changeableFields, 'en'),
    'Changed: customer’s last name, customer’s first name, customer’s phone, drop-off, name of the place, landmark, instructions, order number',
  )
  assert.equal(changeNote(null, 'fr'), null)
})
