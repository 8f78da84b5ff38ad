import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { purgeDeliveryFiles } from '../src/domain/deliveries/files/purge-delivery-files.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import { openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { sendHandoverPhoto } from './support/handover-photo.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { plainPng } from './support/pictures.ts'
import { setRules } from './support/rules.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const act = (action: string) => `/courier/actions/${action}`
const minute = 60_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    // The same list that every part of the service holds.
    await setRules(service.services, { HANDOVER_PROOF: ['CALL', 'WAIT', 'PHOTO'] })
  })
  beforeEach(async () => {
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  const submit = async ({ visitor }: SignedIn, action: string, fields: Record<string, string> = {}) =>
    visitor.submit(await visitor.open('/courier'), act(action), fields)

  /** A courier who is on the way to the customer. */
  async function underWay(): Promise<{ courier: SignedIn; key: DeliveryKey }> {
    const courier = await signInCourier(service)
    const key = await offerTrip(service, shop)
    await submit(courier, 'accept')
    await submit(courier, 'arrive')
    await submit(courier, 'pick-up', { code: (await rowOf(service, key)).pickup_code })
    return { courier, key }
  }

  const sendPhoto = (by: SignedIn, key: DeliveryKey, photo: Buffer | undefined) =>
    sendHandoverPhoto(service, by, key, photo)

  const absent = { reason: 'CUSTOMER_ABSENT' }

  test('a failed hand-over needs what the operator asks for, and the form keeps what was typed', async () => {
    const { courier, key } = await underWay()
    const bare = await submit(courier, 'fail', { reason: 'OTHER', words: 'Portail fermé' })
    assert.equal(bare.status, 422)
    assert.match(
      textOf(bare),
      /Il manque encore quelque chose de cette liste\. Appelez le client\. .*Attendez cinq minutes sur place/,
    )
    assert.match(bare.html, /<section class="proof" tabindex="-1" autofocus>/)
    assert.match(bare.html, /value="Portail fermé"/)
    assert.match(bare.html, /value="OTHER" required checked/)
    assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')

    assert.match((await submit(courier, 'at-customer')).html, /<details class="fail" open>/)
    assert.equal((await sendPhoto(courier, key, plainPng({ width: 40, height: 30 }))).statusCode, 303)
    const early = await submit(courier, 'fail', { ...absent, called: 'yes' })
    assert.equal(early.status, 422)
    assert.match(textOf(early), /Vous êtes sur place : encore 5:00/)
    assert.match(early.html, /name="called" value="yes" checked>/)
    service.clock.forward(5 * minute)
    assert.equal((await submit(courier, 'fail', absent)).status, 422)
    const failed = await submit(courier, 'fail', { ...absent, called: 'yes' })
    assert.match(textOf(failed), /^Échec signalé\./)
    const row = await rowOf(service, key)
    assert.deepEqual(
      [row.status, row.customer_called_at, row.arrived_at_customer_at],
      ['FAILED', service.clock.now(), new Date(service.clock.now().getTime() - 5 * minute)],
    )

    const operator = await openOperations(service, { role: 'DISPATCHER' })
    const page = await operator.open(`/operations/deliveries/${key.id}`)
    assert.match(textOf(page), /Livreur sur place [\s\S]*Client appelé /)
    const [, photo = ''] = /href="([^"]+\/photos\/[^"]+)"/.exec(page.html) ?? []
    const shown = await operator.open(photo)
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
    const owner = await openConsole(service, { shopId: shop.shopId })
    const ofShop = await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`)
    assert.match(textOf(ofShop), /Livreur sur place [\s\S]*Client appelé /)
    assert.doesNotMatch(ofShop.html, /\/photos\//)
    assert.equal((await owner.open(photo)).status === 200, false)
    // It is kept a month after the end.
    service.clock.forward(29 * 24 * 60 * minute)
    await purgeDeliveryFiles(service.services)
    assert.equal((await operator.open(photo)).status, 200)
    service.clock.forward(2 * 24 * 60 * minute)
    await purgeDeliveryFiles(service.services)
    assert.equal((await operator.open(photo)).status, 404)
  })

  test('a tap on the button that calls the customer is noted once', async () => {
    const { courier, key } = await underWay()
    await submit(courier, 'called')
    const at = (await rowOf(service, key)).customer_called_at
    service.clock.forward(minute)
    const page = await courier.visitor.open('/courier')
    assert.match(textOf(page), /Appel noté/)
    assert.doesNotMatch(page.html, /name="called"/)
    assert.deepEqual((await rowOf(service, key)).customer_called_at, at)
  })

  test('a customer who refuses the parcel need not be called or waited for', async () => {
    const { courier, key } = await underWay()
    assert.equal((await submit(courier, 'fail', { reason: 'REFUSED' })).status, 422)
    await sendPhoto(courier, key, plainPng({ width: 40, height: 30 }))
    await submit(courier, 'fail', { reason: 'REFUSED' })
    assert.equal((await rowOf(service, key)).status, 'FAILED')
  })

  test('a photo that is none, of nothing or of another’s parcel is refused in words', async () => {
    const { courier, key } = await underWay()
    const stranger = await signInCourier(service)
    for (const [by, bytes] of [
      [courier, undefined],
      [courier, Buffer.from('no picture')],
      [stranger, plainPng({ width: 40, height: 30 })],
    ] as const)
      assert.equal((await sendPhoto(by, key, bytes)).statusCode, 422)
    const files = await service.services.db
      .selectFrom('delivery_files')
      .select('delivery_files.id')
      .where('delivery_files.delivery_id', '=', key.id)
      .where('delivery_files.stored_at', 'is not', null)
      .execute()
    assert.deepEqual(files, [])
  })

  test('those who run the service need no proof, as they have telephoned', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    await failDelivery(service.services, key, { code: 'CUSTOMER_ABSENT', words: null })
    assert.equal((await rowOf(service, key)).status, 'FAILED')
  })
})
