import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import {
  changeTariff,
  openService,
  type TestService,
  type TestShop,
  testTariff,
} from './support/open-service.ts'

const free = {
  allowed: true,
  cancellationFee: 0,
  returnFee: 0,
  reason: 'COURIER_NOT_ARRIVED',
  fr: 'Aucun livreur n’est encore arrivé à la boutique : l’annulation est gratuite.',
  en: 'No courier has arrived at the shop yet: cancelling is free.',
}
const arrived = {
  allowed: true,
  cancellationFee: 300,
  returnFee: 0,
  reason: 'COURIER_ARRIVED',
  fr: 'Le livreur est arrivé à la boutique : les frais d’annulation sont dus.',
  en: 'The courier has arrived at the shop: the cancellation fee is due.',
}
const underWay = {
  allowed: true,
  cancellationFee: 300,
  returnFee: 500,
  reason: 'PARCEL_UNDER_WAY',
  fr: 'Le colis est en route : les frais d’annulation sont dus, et ceux du retour à la boutique aussi.',
  en: 'The parcel is on its way: the cancellation fee is due, and so is the fee for bringing it back.',
}
const comingBack = {
  allowed: false,
  cancellationFee: 0,
  returnFee: 0,
  reason: 'PARCEL_COMING_BACK',
  fr: 'Le colis n’a pas pu être remis et revient déjà à la boutique : il n’y a plus rien à annuler.',
  en: 'The parcel could not be handed over and is already coming back to the shop: there is nothing left to cancel.',
}
const ended = {
  allowed: false,
  cancellationFee: 0,
  returnFee: 0,
  reason: 'ENDED',
  fr: 'Cette livraison est terminée : elle ne peut plus être annulée.',
  en: 'This delivery has ended: it can no longer be cancelled.',
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  describe('GET /deliveries/{id}/cancellation (decision 121)', () => {
    for (const [status, { fr, en, ...expected }, hasArrived] of [
      ['AWAITING_LOCATION', free],
      ['SEARCHING_COURIER', free],
      ['ASSIGNED', free],
      ['ASSIGNED', arrived, true],
      ['IN_TRANSIT', underWay],
      ['FAILED', comingBack],
      ['DELIVERED', ended],
      ['RETURNED', ended],
      ['CANCELLED', ended],
      ['EXPIRED', ended],
    ] as [DeliveryStatus, typeof free, true?][])
      test(`cancelling a delivery that is ${status}${hasArrived ? ' after its courier’s arrival' : ''} is ${expected.allowed ? 'quoted as it is then charged' : 'said to be impossible'}`, async () => {
        const key = await bringTo(service, shop, status)
        if (hasArrived) await arriveAtPickup(service.services, key)
        const before = [await rowOf(service, key), await eventsOf(service, key)]

        for (const [language, message] of [
          ['fr', fr],
          ['en', en],
        ] as const) {
          const { status, body } = await shop.get(`/deliveries/${key.id}/cancellation`, {
            'accept-language': language,
          })
          assert.deepEqual([status, body], [200, { ...expected, message }])
        }

        assert.deepEqual([await rowOf(service, key), await eventsOf(service, key)], before)
        const cancelled = await shop.post(`/deliveries/${key.id}/cancel`, {})
        assert.equal(cancelled.status, expected.allowed ? 200 : 409)
        if (expected.allowed)
          assert.deepEqual(
            [cancelled.body.cancellationFee, cancelled.body.returnFee],
            [expected.cancellationFee, expected.returnFee],
          )
      })

    test('the quote of a cancellation follows today’s tariff', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      await changeTariff(service, { cancellationFeeFcfa: 350, returnFeeFcfa: 700 })
      const { body } = await shop.get(`/deliveries/${key.id}/cancellation`)
      await changeTariff(service, testTariff)
      assert.deepEqual([body.cancellationFee, body.returnFee], [350, 700])
    })
  })
})
