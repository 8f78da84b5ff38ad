import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { type Page, textOf } from './support/visitor.ts'

let service: TestService
let shop: TestShop
let owner: ConsoleVisitor
let operator: ConsoleVisitor

before(async () => {
  service = await openService(await openAny())
  shop = await service.openShop({ defaultCollection: 'SECURE' })
  owner = await openConsole(service, { shopId: shop.shopId })
  operator = await openOperations(service)
})
after(() => service.close())

const refused = (page: Page, about: string) => {
  assert.equal(page.status, 422, about)
  assert.match(textOf(page), /a une valeur que personne ne peut choisir, et rien n’a été fait/, about)
}
const unknown = ['HACK', 'secure', '__proto__', 'constructor', ' SECURE']

test('a form of a shop with a value that nobody can choose is refused, and changes nothing', async () => {
  const base = `/console/shops/${shop.shopId}`
  const shopRow = () =>
    service.services.db
      .selectFrom('shops')
      .selectAll()
      .where('shops.id', '=', shop.shopId)
      .executeTakeFirstOrThrow()
  const first = await shopRow()
  for (const value of unknown)
    for (const [path, fields] of [
      [`${base}/settings/payout/collection`, { collection: value }],
      [`${base}/settings/payout/terms`, { rhythm: value, minimum: '500' }],
      [`${base}/settings/appearance`, { displayName: 'Autre', language: value }],
      [`${base}/settings/team/invite`, { to: '+2290166999999', role: value }],
      [`${base}/deliveries/new`, { collection: value, mode: 'CASH_ON_DELIVERY' }],
      [`${base}/deliveries/new`, { mode: value }],
      [`${base}/deliveries/new`, { feePayer: value }],
      [`${base}/deliveries/new`, { size: value }],
      ['/console/account', { name: 'Autre', language: value }],
    ] as const)
      refused(await owner.post(path, fields), `${path} ${JSON.stringify(fields)}`)
  assert.deepEqual(await shopRow(), first)
  const { length } = await service.services.db.selectFrom('invitations').selectAll().execute()
  assert.equal(length, 0)
})

test('a form of those who run the service is refused likewise', async () => {
  const path = `/operations/shops/${shop.shopId}`
  for (const value of unknown)
    for (const [to, fields] of [
      [path, { name: 'Boutique', defaultCollection: value }],
      [`${path}/members`, { member: '+2290166999998', role: value }],
      [`${path}/payments`, { currency: value, amount: '100' }],
      ['/operations/service/people', { to: 'chef@colis.test', role: value }],
      ['/operations/service/terms', { payoutFeesBy: value }],
      ['/operations/promo-codes/new', { code: 'FETE', kind: value, value: '10' }],
      ['/operations/promo-codes/new', { code: 'FETE', value: '10', bearer: value }],
    ] as const)
      refused(await operator.post(to, fields), `${to} ${JSON.stringify(fields)}`)
  const operators = await service.services.db.selectFrom('operators').selectAll().execute()
  assert.equal(operators.length, 1)
})

test('an address that filters by a value that there is not is refused, and no file has everything in its place', async () => {
  const base = `/console/shops/${shop.shopId}`
  for (const path of [
    `${base}/deliveries?status=HACK`,
    `${base}/deliveries/labels?id=${(await shop.order()).body.id}&format=HACK`,
    `${base}/statement?currency=HACK`,
    `${base}/developers/requests?status=HACK`,
  ])
    refused(await owner.open(path), path)
  for (const path of [
    '/operations?status=DELIVERED',
    '/operations?view=HACK',
    '/operations/deliveries?status=HACK',
    '/operations/deliveries/export.csv?status=HACK',
    '/operations/shops?state=HACK',
    '/operations/couriers?standing=HACK',
    '/operations/couriers/applications?status=HACK',
    '/operations/service/audit?who=HACK',
    '/operations/service/audit?what=HACK',
    '/operations/service/payouts?list=HACK',
    '/operations/service/books/journal.csv?month=2026-11&format=ODOOX',
    '/operations/service/books/journal.csv?month=2026-11&currency=HACK',
  ])
    refused(await operator.open(path), path)
})

test('the API refuses an unknown collection in an order, and an unknown status in a filter', async () => {
  const order = await shop.order({
    payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 100, collection: 'HACK' },
  })
  assert.deepEqual([order.status, order.body.code], [400, 'VALIDATION_FAILED'])
  for (const query of ['status=HACK', 'collection=HACK']) {
    const { status, body } = await shop.get(`/deliveries?${query}`)
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], query)
  }
})
