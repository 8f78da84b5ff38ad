import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type DeliveryKey, listHistory } from '../src/domain/deliveries/delivery-store.ts'
import { returnParcel } from '../src/domain/deliveries/transitions/return-parcel.ts'
import { returnWithCode } from '../src/domain/deliveries/transitions/return-with-code.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import {
  act,
  assertVerbRefused,
  bringTo,
  eventsOf,
  rowOf,
  transitionRefused,
} from './support/delivery-verbs.ts'
import { openService, type TestService, testStart, testTariff } from './support/open-service.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const returnCodeOf = async (key: DeliveryKey) => (await rowOf(service, key)).return_code ?? ''

  for (const status of ['AWAITING_LOCATION', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED'] as const) {
    test(`a delivery that is ${status} has no return code, and no code can return it`, async () => {
      const key = await bringTo(service, await service.openShop(), status)
      const before = await rowOf(service, key)
      assert.equal(before.return_code, null)

      for (const entered of ['', '0000', 'null'])
        await assertVerbRefused(
          returnWithCode(service.services, key, entered),
          transitionRefused(status, ['FAILED']),
        )

      assert.deepEqual(await rowOf(service, key), before)
    })
  }

  test('a failed delivery from before return codes existed is returned only by the shop’s confirmation', async () => {
    const key = await bringTo(service, await service.openShop(), 'FAILED')
    await service.services.db
      .updateTable('deliveries')
      .set({ return_code: null })
      .where('deliveries.id', '=', key.id)
      .execute()

    await assert.rejects(returnWithCode(service.services, key, ''), { code: 'CODE_WRONG' })

    assert.equal((await returnParcel(service.services, key)).status, 'RETURNED')
  })

  test('entering the return code returns, publishes and charges a delivery as the shop’s confirmation does', async () => {
    const shop = await service.openShop()
    const [entered, confirmed] = [
      await bringTo(service, shop, 'FAILED'),
      await bringTo(service, shop, 'FAILED'),
    ]
    service.clock.set('2026-11-21T11:00:00.000Z')

    await returnWithCode(service.services, entered, await returnCodeOf(entered))
    await returnParcel(service.services, confirmed)

    for (const key of [entered, confirmed]) {
      const { body } = await shop.get(`/deliveries/${key.id}`)
      assert.deepEqual([body.status, body.returnFee, body.cancellationFee], ['RETURNED', 500, 0])
      const last = (await listHistory(service.services.db, key)).at(-1)
      assert.deepEqual(
        [last?.status, last?.occurred_at.toISOString()],
        ['RETURNED', '2026-11-21T11:00:00.000Z'],
      )
      const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'delivery.returned')
      assert.deepEqual(
        emitted.map((event) => JSON.parse(event.body).data),
        [body],
      )
    }
    const code = await returnCodeOf(entered)
    await assertVerbRefused(
      returnWithCode(service.services, entered, code),
      transitionRefused('RETURNED', ['FAILED']),
    )
  })

  test('the return fee is the tariff’s at the time of the return, and later tariffs do not change it', async () => {
    const shop = await service.openShop()
    const key = await bringTo(service, shop, 'FAILED')
    const { city_id: cityId } = await rowOf(service, key)
    await setTariff(service.services, cityId, { ...testTariff, returnFeeFcfa: 700 })
    await service.services.pricing.priceList.reload()

    await returnWithCode(service.services, key, await returnCodeOf(key))
    await setTariff(service.services, cityId, testTariff)
    await service.services.pricing.priceList.reload()

    assert.equal((await shop.get(`/deliveries/${key.id}`)).body.returnFee, 700)
  })

  test('the return code appears in no API response, no event and no log line', async () => {
    const shop = await service.openShop()
    const key = await bringTo(service, shop, 'FAILED')
    const canary = 'R7#9'
    await service.services.db
      .updateTable('deliveries')
      .set({ return_code: canary })
      .where('deliveries.id', '=', key.id)
      .execute()

    const answers = [
      await shop.get(`/deliveries/${key.id}`),
      await shop.get(`/deliveries/${key.id}/events`),
      await shop.get('/deliveries'),
    ]
    await returnWithCode(service.services, key, 'none').catch(() => {})
    await returnWithCode(service.services, key, canary)
    answers.push(await shop.get(`/deliveries/${key.id}`))

    const entered = [...answers.map(({ body }) => body), await eventsOf(service, key), service.logged]
    for (const each of entered) assert.ok(!JSON.stringify(each).includes(canary))
    for (const { body } of answers) assert.doesNotMatch(JSON.stringify(body), /return_?code/i)
  })
})

onServer((open) => {
  test('when the shop confirms while the courier enters the code, the return happens and is published once', async () => {
    const service = await openService(await open())
    const shop = await service.openShop()
    for (let round = 0; round < 10; round += 1) {
      const key = await bringTo(service, shop, 'FAILED')
      const { return_code: code } = await rowOf(service, key)

      const calls = await Promise.allSettled([
        returnWithCode(service.services, key, code ?? ''),
        act(service, key, 'return'),
      ])

      assert.deepEqual(calls.map((call) => call.status).sort(), ['fulfilled', 'rejected'])
      const types = (await eventsOf(service, key)).map(({ type }) => type)
      assert.equal(types.filter((type) => type === 'delivery.returned').length, 1)
    }
    await service.close()
  })
})
