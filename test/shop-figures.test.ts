import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  recountBookedDeliveries,
  recountChangedDeliveries,
} from '../src/domain/reports/recount-deliveries.ts'
import { listShopDays } from '../src/domain/reports/report-sum-store.ts'
import { openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { beginBooks, delivered, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
    service.clock.set('2026-11-19T10:00:00.000Z')
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await delivered(service, shop)
    await bringTo(service, shop, 'FAILED')
    await count()
    service.clock.set('2026-11-26T10:00:00.000Z')
    await delivered(service, shop)
    await delivered(service, shop)
    await bringTo(service, shop, 'IN_TRANSIT')
    await count()
  })
  after(() => service.close())

  /** Books and counts everything that has happened. */
  async function count(): Promise<void> {
    await settleAll(service)
    await consumeAll(service.services, recountChangedDeliveries(service.services))
    while (await recountBookedDeliveries(service.services));
  }

  const homeOf = async (of: TestShop, role: 'OWNER' | 'STAFF' = 'OWNER') =>
    (await openConsole(service, { shopId: of.shopId, role })).open(`/console/shops/${of.shopId}`)

  test('the days of a shop have its parcels at the door and what was collected for it', async () => {
    const range = { firstDay: '2026-11-13', lastDay: '2026-11-26' }
    assert.deepEqual(await listShopDays(service.services.db, shop.shopId, range), [
      { day: '2026-11-19', handedOver: 1, failed: 1, collectedFcfa: 4_900 },
      { day: '2026-11-26', handedOver: 2, failed: 0, collectedFcfa: 9_800 },
    ])
    assert.equal(
      (await listShopDays(service.services.db, shop.shopId, { ...range, firstDay: '2026-11-20' })).length,
      1,
    )
  })

  test('the home says what was sold today beside a week ago, and what is to be paid out', async () => {
    const home = await homeOf(shop)
    const text = textOf(home)
    assert.match(text, /Ventes encaissées aujourd’hui 9.800 FCFA jeudi dernier : 4.900 FCFA/)
    assert.match(text, /Colis du jour 3 En livraison 1 Livrée 2/)
    assert.match(text, /À vous verser 14.700 FCFA/)
    assert.match(home.html, /aria-label="Ventes encaissées par jour, 14\s700\sFCFA en tout\."/)
    assert.match(home.html, /aria-label="Colis par jour : 3 remis, 1 non remis\."/)
  })

  test('staff are not told what is to be paid out', async () => {
    const text = textOf(await homeOf(shop, 'STAFF'))
    assert.match(text, /Ventes encaissées aujourd’hui/)
    assert.doesNotMatch(text, /À vous verser/)
  })

  test('a shop that has done nothing has no figure, and sees nothing of another', async () => {
    const home = await homeOf(await service.openShop())
    assert.doesNotMatch(home.html, /class="fig"|14.700|9.800/)
    assert.match(textOf(home), /Colis du jour 0 Aucune livraison commandée aujourd’hui\./)
  })
})
