import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '../src/contract/limits.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { listLinkShares } from '../src/domain/deliveries/sharing/link-share-store.ts'
import { recordLinkShare } from '../src/domain/deliveries/sharing/record-link-share.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { memberOf } from './support/shop-members.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  test('that a link was shared is recorded with when, how and by whom, the latest first', async () => {
    const { services } = service
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    const staff = await memberOf(service, shop.shopId, 'STAFF')
    for (const channel of ['WHATSAPP', 'COPY'] as const)
      assert.equal(await recordLinkShare({ ...services, actor: staff }, key, channel), true)
    const shares = await listLinkShares(services.db, key)
    assert.deepEqual(
      shares.map(({ number, channel, actor, shared_at }) => [
        number,
        channel,
        actor,
        shared_at.toISOString(),
      ]),
      [
        [2, 'COPY', `ACCOUNT:${staff.id}`, testStart],
        [1, 'WHATSAPP', `ACCOUNT:${staff.id}`, testStart],
      ],
    )
  })

  test('only the first twenty times are recorded, also when they come at once', async () => {
    const { services } = service
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    const staff = await memberOf(service, shop.shopId, 'STAFF')
    const recorded = await Promise.all(
      Array.from({ length: limits.linkShares + 5 }, () =>
        recordLinkShare({ ...services, actor: staff }, key, 'SMS'),
      ),
    )
    assert.equal(recorded.filter(Boolean).length, limits.linkShares)
    const shares = await listLinkShares(services.db, key)
    assert.deepEqual(
      shares.map(({ number }) => number),
      Array.from({ length: limits.linkShares }, (_, at) => limits.linkShares - at),
    )
    const lines = await listAudit(services.db, { subjectId: key.id, limit: 100 })
    assert.equal(lines.length, limits.linkShares)
  })

  test('another shop’s people and unknown deliveries are refused alike to what they may not see', async () => {
    const { services } = service
    const other = await service.openShop()
    const [key, foreign] = [
      await bringTo(service, shop, 'AWAITING_LOCATION'),
      await bringTo(service, other, 'AWAITING_LOCATION'),
    ]
    const actor = await memberOf(service, other.shopId)
    await assert.rejects(recordLinkShare({ ...services, actor }, key, 'SMS'), { code: 'SHOP_NOT_FOUND' })
    const mixed = { shopId: other.shopId, id: key.id }
    await assert.rejects(recordLinkShare({ ...services, actor }, mixed, 'SMS'), {
      code: 'DELIVERY_NOT_FOUND',
    })
    assert.equal(await recordLinkShare({ ...services, actor }, foreign, 'SMS'), true)
  })

  test('emptying the sandbox of a shop removes what was recorded of its deliveries', async () => {
    const { services } = service
    const own = await service.openShop()
    const key = await bringTo(service, own, 'AWAITING_LOCATION')
    await recordLinkShare(services, key, 'SMS')
    const { isComplete } = await resetShop(services, own.shopId)
    assert.equal(isComplete, true)
    assert.deepEqual(await listLinkShares(services.db, key), [])
  })
})
