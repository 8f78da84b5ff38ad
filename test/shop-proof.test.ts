import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eraseCustomer } from '../src/domain/customers/erase-customer.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { purgeDeliveryFiles } from '../src/domain/deliveries/files/purge-delivery-files.ts'
import { noteProof } from '../src/domain/deliveries/handover-proof/note-proof.ts'
import { purgeHandoverPlaces } from '../src/domain/deliveries/handover-proof/purge-handover-places.ts'
import { handOverWithoutCode } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { sendHandoverPhoto } from './support/handover-photo.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { plainPng } from './support/pictures.ts'
import { assertRefused } from './support/refusal.ts'
import { setRules } from './support/rules.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const minute = 60_000
const everything = ['PHOTO', 'PLACE', 'TAKEN_BY'] as const

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  beforeEach(async () => {
    await setRules(service.services, { SHOP_PROOF: [...everything] })
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  const submit = async ({ visitor }: SignedIn, action: string, fields: Record<string, string> = {}) =>
    visitor.submit(await visitor.open('/courier'), `/courier/actions/${action}`, fields)

  /** A courier who is on the way to the customer. */
  async function underWay(): Promise<{ courier: SignedIn; key: DeliveryKey }> {
    const courier = await signInCourier(service)
    const key = await offerTrip(service, shop)
    await submit(courier, 'accept')
    await submit(courier, 'arrive')
    await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    return { courier, key }
  }

  /** A parcel that was handed over with its code, at a place and with a photo, unless `place` says otherwise. */
  async function handedOver(
    place: Record<string, string> = { lat: '6.3531', lng: '2.3662', accuracy: '12' },
  ) {
    const { courier, key } = await underWay()
    const sent = await sendHandoverPhoto(service, courier, key, plainPng({ width: 40, height: 30 }))
    assert.equal(sent.statusCode, 303)
    await submit(courier, 'hand-over', { code: (await rowOf(service, key)).confirmation_code, ...place })
    assert.equal((await rowOf(service, key)).status, 'DELIVERED')
    return key
  }

  const proofOf = ({ id }: DeliveryKey) => shop.get(`/deliveries/${id}/proof`, { 'accept-language': 'en' })
  const openPhoto = (url: string) => service.app.inject(url.replace('http://colis.test', ''))

  test('a shop reads when, where and by whom a parcel was taken, with a photo at an address of a quarter of an hour', async () => {
    const key = await handedOver()
    const { status, body } = await proofOf(key)
    const { photo, ...rest } = body
    assert.equal(status, 200)
    assert.deepEqual(rest, {
      outcome: 'DELIVERED',
      occurredAt: service.clock.now().toISOString(),
      failureReason: null,
      withCode: true,
      takenBy: 'CUSTOMER',
      takenByName: null,
      place: { lat: 6.3531, lng: 2.3662, accuracyMeters: 12 },
      arrivedAtCustomerAt: null,
      customerCalledAt: null,
    })
    assert.match(photo.url, /^http:\/\/colis\.test\/handover-photos\/.*\?expires=\d+&signature=[0-9a-f]{64}$/)
    const now = service.clock.now().getTime()
    assert.equal(new Date(photo.expiresAt).getTime(), Math.floor((now + 15 * minute) / 1_000) * 1_000)
    const shown = await openPhoto(photo.url)
    assert.deepEqual(
      [shown.statusCode, shown.headers['content-type'], shown.headers['cross-origin-resource-policy']],
      [200, 'image/png', 'cross-origin'],
    )
    assert.equal(shown.headers['cache-control'], 'no-store')

    const other = await handedOver()
    for (const url of [
      photo.url.replace(/.$/, (sign: string) => (sign === '0' ? '1' : '0')),
      photo.url.replace(/expires=\d+/, 'expires=99999999999'),
      photo.url.replace(key.id, other.id),
      photo.url.replace(/\?.*/, ''),
      photo.url.replace(/signature=.*/, 'signature=%F0%9F%93%B7'),
    ])
      assert.equal((await openPhoto(url)).statusCode, 404, url)
    await setRules(service.services, { SHOP_PROOF: [] })
    assert.equal((await openPhoto(photo.url)).statusCode, 404)
    await setRules(service.services, { SHOP_PROOF: ['PHOTO'] })
    assert.equal((await openPhoto(photo.url)).statusCode, 200)
    service.clock.forward(15 * minute)
    assert.equal((await openPhoto(photo.url)).statusCode, 404)
  })

  test('a failed hand-over is shown likewise, with its reason', async () => {
    const { courier, key } = await underWay()
    await noteProof(service.services, key, { courierId: courier.id, what: 'ARRIVED' })
    await sendHandoverPhoto(service, courier, key, plainPng({ width: 40, height: 30 }))
    await submit(courier, 'fail', { reason: 'CUSTOMER_ABSENT', lat: '6.3531', lng: '2.3662' })
    const { body } = await proofOf(key)
    const at = service.clock.now().toISOString()
    const { photo, ...rest } = body
    assert.deepEqual(rest, {
      outcome: 'FAILED',
      occurredAt: at,
      failureReason: 'Customer absent',
      withCode: null,
      takenBy: null,
      takenByName: null,
      place: { lat: 6.3531, lng: 2.3662, accuracyMeters: null },
      arrivedAtCustomerAt: at,
      customerCalledAt: null,
    })
    assert.equal((await openPhoto(photo.url)).statusCode, 200)
  })

  test('of place, photo and who took it a shop sees what the operator allows, and by default nothing', async () => {
    const key = await handedOver()
    await setRules(service.services, { SHOP_PROOF: [] })
    const { body } = await proofOf(key)
    assert.deepEqual([body.takenBy, body.place, body.photo], [null, null, null])
    const owner = await openConsole(service, { shopId: shop.shopId })
    const page = `/console/shops/${shop.shopId}/deliveries/${key.id}`
    const closed = await owner.open(page)
    assert.match(textOf(closed), /Remise Remis .* Preuve le code de remise/)
    assert.doesNotMatch(closed.html, /\/photos\/|Pris par|Position du livreur/)

    await setRules(service.services, { SHOP_PROOF: [...everything] })
    const shown = await owner.open(page)
    assert.match(
      textOf(shown),
      /Pris par le client .*Position du livreur 6\.35310, 2\.36620 · à 10\sm près · à 7,3\skm de la destination/,
    )
    const [, photo = ''] = /href="([^"]+\/photos\/[^"]+)"/.exec(shown.html) ?? []
    assert.equal((await owner.open(photo)).headers['content-type'], 'image/png')
    const stranger = await openConsole(service, { shopId: (await service.openShop()).shopId })
    assert.notEqual((await stranger.open(photo)).status, 200)
    await setRules(service.services, { SHOP_PROOF: ['PLACE'] })
    assert.equal((await owner.open(photo)).status, 404)
    // Those who run the service see all of it.
    const operator = await openOperations(service, { role: 'DISPATCHER' })
    const operated = await operator.open(`/operations/deliveries/${key.id}`)
    assert.match(textOf(operated), /Pris par le client .*Position du livreur/)
    assert.match(operated.html, /\/photos\//)
  })

  test('there is no proof before a hand-over, nor of a delivery that was cancelled', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    await assertRefused((headers) => shop.get(`/deliveries/${key.id}/proof`, headers), {
      status: 409,
      code: 'NO_HANDOVER',
      details: { status: 'IN_TRANSIT' },
      en: 'There is no proof of a hand-over while the delivery has the status IN_TRANSIT: it is there once the parcel was handed over, or could not be.',
      fr: 'Il n’y a pas de preuve de remise tant que la livraison a le statut IN_TRANSIT : elle existe une fois le colis remis, ou une fois la remise échouée.',
    })
    assert.equal((await proofOf(await bringTo(service, shop, 'CANCELLED'))).status, 409)
    assert.equal((await proofOf(await bringTo(service, shop, 'RETURNED'))).body.outcome, 'FAILED')
  })

  test('a hand-over that the operator noted says that no code was given', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const { accountId } = await openOperations(service)
    const actor = { kind: 'OPERATOR', id: accountId } as const
    await handOverWithoutCode({ ...service.services, actor }, key, 'La cliente a confirmé au téléphone')
    const { body } = await proofOf(key)
    assert.deepEqual([body.outcome, body.withCode, body.place], ['DELIVERED', false, null])
  })

  test('once the customer was erased, nobody is said to have taken the parcel', async () => {
    const key = await handedOver()
    const { accountId } = await openOperations(service)
    const { customer_phone: phone } = await rowOf(service, key)
    const actor = { kind: 'OPERATOR', id: accountId } as const
    await eraseCustomer({ ...service.services, actor }, { phone, reason: 'Demande de la cliente' })
    const { body } = await proofOf(key)
    assert.deepEqual([body.outcome, body.withCode, body.takenBy], ['DELIVERED', true, null])
  })

  test('a place that cannot be is dropped and keeps nobody from handing over', async () => {
    for (const place of [
      {},
      { lat: '91', lng: '2' },
      { lat: 'x', lng: '' },
      { lat: '6.3', lng: '2.4'.repeat(500) },
    ])
      assert.equal((await proofOf(await handedOver(place as Record<string, string>))).body.place, null)
  })

  test('place and photo are forgotten a month after, what happened and when is not', async () => {
    const key = await handedOver()
    const at = service.clock.now().toISOString()
    service.clock.forward(29 * 24 * 60 * minute)
    await purgeHandoverPlaces(service.services)
    await purgeDeliveryFiles(service.services)
    assert.notEqual((await proofOf(key)).body.place, null)
    service.clock.forward(2 * 24 * 60 * minute)
    await purgeHandoverPlaces(service.services)
    await purgeDeliveryFiles(service.services)
    const { body } = await proofOf(key)
    assert.deepEqual([body.outcome, body.occurredAt, body.place, body.photo], ['DELIVERED', at, null, null])
  })
})
