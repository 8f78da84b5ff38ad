import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventType, eventTypes } from '../../contract/vocabulary.ts'
import { exampleDelivery, exampleLifecycles } from './example-delivery.ts'

const values = {
  id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
  reference: 'COL-7K2M9Q',
  shopId: '0192f0a7-52d4-7b80-9c1e-7f6a5b4c3d2e',
}

/** Each type happens at an hour of its own. */
const timeOf = (type: EventType) => new Date(Date.UTC(2026, 10, 21, eventTypes.indexOf(type)))

/**
 * What each event says of its delivery (spec section 3): status, payment, courier, drop-off, hours of the
 * courier's arrival and of the payment, fees and reason of failure.
 */
// biome-ignore format: the table is read by column
const expected: Record<EventType, string> = {
  'delivery.created':            'AWAITING_LOCATION NOT_REQUESTED     -     -      - -  0 0   -',
  'delivery.location_confirmed': 'SEARCHING_COURIER NOT_REQUESTED     -     Maison - -  0 0   -',
  'delivery.courier_assigned':   'ASSIGNED          NOT_REQUESTED     Koffi Maison - -  0 0   -',
  'delivery.courier_arrived':    'ASSIGNED          NOT_REQUESTED     Koffi Maison 3 -  0 0   -',
  'delivery.picked_up':          'IN_TRANSIT        AWAITING_CUSTOMER Koffi Maison 3 -  0 0   -',
  'payment.confirmed':           'IN_TRANSIT        PAID              Koffi Maison 3 10 0 0   -',
  'delivery.delivered':          'DELIVERED         PAID              Koffi Maison 3 10 0 0   -',
  'delivery.failed':             'FAILED            NOT_REQUESTED     Koffi Maison 3 -  0 0   Client absent',
  'delivery.returned':           'RETURNED          NOT_REQUESTED     Koffi Maison 3 -  0 500 Client absent',
  'delivery.cancelled':          'CANCELLED         NOT_REQUESTED     -     -      - -  0 0   -',
  'delivery.expired':            'EXPIRED           NOT_REQUESTED     -     -      - -  0 0   -',
}

for (const type of eventTypes)
  test(`the example of ${type} shows the delivery as it is then, with its link open`, () => {
    const delivery = exampleDelivery(type, values, timeOf)
    const { status, payment, courier, dropoff, courierArrivedAt, cancellationFee, returnFee } = delivery
    const people = [courier?.firstName ?? '-', dropoff?.label ?? '-']
    const hours = [courierArrivedAt, payment.paidAt].map((time) =>
      time ? new Date(time).getUTCHours() : '-',
    )
    const shown = [status, payment.status, ...people, ...hours, cancellationFee, returnFee]
    assert.equal([...shown, delivery.failureReason ?? '-'].join(' '), expected[type].replaceAll(/ +/g, ' '))
    assert.equal(delivery.priceIsEstimate, dropoff === null)
    assert.match(delivery.trackingUrl ?? '', /^https:\/\/colis\.example\/p\/[\w-]{64}$/)
  })

test('values of its own take the place of the usual ones', () => {
  const named = { ...values, external_ref: 'order-2041' }
  assert.deepEqual(exampleDelivery('delivery.created', named, timeOf), {
    ...exampleDelivery('delivery.created', values, timeOf),
    externalRef: 'order-2041',
  })
})

test('every type of event is in a life of the example, which has four ends (spec section 3)', () => {
  assert.deepEqual(new Set(exampleLifecycles.flat()), new Set(eventTypes))
  for (const types of exampleLifecycles) assert.equal(types[0], 'delivery.created')
  assert.deepEqual(
    exampleLifecycles.map((types) => types.at(-1)),
    ['delivery.delivered', 'delivery.returned', 'delivery.cancelled', 'delivery.expired'],
  )
})
