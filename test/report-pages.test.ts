import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import {
  recountBookedDeliveries,
  recountChangedDeliveries,
} from '../src/domain/reports/recount-deliveries.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/reports'
const pages = ['', '/punctuality', '/times', '/failures', '/demand', '/couriers', '/money', '/shops']
const day = 24 * 60 * 60_000

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    await sql`update ledger_beginning set began_at = '2026-01-01'`.execute(service.services.db)
  })
  after(() => service.close())

  async function count(): Promise<void> {
    const { services } = service
    await consumeAll(services, followArrivals(services))
    await consumeAll(services, settleDeliveries(services))
    await consumeAll(services, recountChangedDeliveries(services))
    while (await recountBookedDeliveries(services));
  }

  /** Two days ago one parcel on time and one late; today one refused, and one of a shop that is new. */
  async function live(): Promise<void> {
    const { services, clock } = service
    const [shop, newShop] = [
      await service.openShop({ name: 'Chez Fifa' }),
      await service.openShop({ name: 'Pagne d’Or' }),
    ]
    clock.forward(-2 * day)
    for (const minutes of [25, 55]) {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      clock.forward(5 * 60_000)
      const id = await registerCourier(service, { firstName: 'Codjo', lastName: `Sagbo ${minutes}` })
      await assignCourier(services, key, { ...courier, id })
      clock.forward(10 * 60_000)
      await act(service, key, 'pickUp')
      await consumeAll(services, followArrivals(services))
      await sql`
        update arrivals set announced_at = ${clock.now()}, announced_earliest_at = ${clock.now()},
          announced_latest_at = ${new Date(clock.now().getTime() + 30 * 60_000)}
        where delivery_id = ${key.id}::uuid`.execute(services.db)
      clock.forward(minutes * 60_000)
      await act(service, key, 'handOver')
      clock.forward(-(minutes + 15) * 60_000)
    }
    clock.forward(2 * day)
    await bringTo(service, shop, 'FAILED')
    await bringTo(service, newShop, 'SEARCHING_COURIER')
    await count()
  }

  test('each page says so where nothing has happened', async () => {
    for (const page of pages) {
      const shown = await operator.open(`${path}${page}`)
      assert.equal(shown.status, 200)
      assert.doesNotMatch(shown.html, /NaN|undefined|Infinity|\[object/)
    }
  })

  test('the summary shows how punctual, how fast, how much and what is left', async () => {
    await live()
    const page = await operator.open(path)
    const text = textOf(page)
    assert.match(text, /À l’heure 50 %/)
    assert.match(text, /De la commande à la porte 40 min la moitié ; neuf sur dix en 70 min au plus/)
    assert.match(text, /Colis remis 2 échecs : 1 \(33,3 %\)/)
    assert.match(text, /Reste, livreurs payés 240 FCFA/)
    assert.match(page.html, /role="img" aria-label="Part des colis remis à l’heure, 50.% en tout\."/)
    assert.match(page.html, /aria-label="Colis par zone et par heure : le plus à West à /)
    assert.equal(page.html.match(/<details class="figures">/g)?.length, 3)
  })

  for (const [page, expected] of [
    ['/times', /De la commande à la porte 40 70 2/],
    ['/failures', /Colis refusé par le client 1 33,3 %/],
    ['/demand', /West [\d ]+ 4/],
    ['/couriers', /Codjo Sagbo \d+ 1 0 1 1 \d+/],
    ['/money', /Cotonou XOF 2 1 200 0 0 0 \d+ /],
    ['/shops', /Pagne d’Or Nouvelle 1 0/],
  ] as const)
    test(`${page} has its figures, and its file the same`, async () => {
      const shown = await operator.open(`${path}${page}`)
      assert.match(textOf(shown), expected)
      assert.match(shown.html, /<svg class="fig[^>]* role="img"\s+aria-label="[^"]{20,}"/)
      const file = await operator.open(`${path}${page}.csv`)
      assert.equal(file.status, 200)
      assert.equal(
        file.html.trim().split('\r\n').length,
        1 + (shown.html.match(/<th scope="row">/g)?.length ?? 0),
      )
    })

  test('days of before stand beside those that were asked for, and changes are told by signs', async () => {
    const today = service.clock.now().toISOString().slice(0, 10)
    const query = `?from=${today}&to=${today}&otherFrom=${new Date(service.clock.now().getTime() - 2 * day).toISOString().slice(0, 10)}`
    const text = textOf(await operator.open(`${path}${query}`))
    assert.match(text, /Colis remis 0 échecs : 1 \(100 %\) · ▼ 100 %/)
    const beside = await operator.open(`${path}/failures${query}`)
    assert.equal(beside.html.match(/<figure class="card">/g)?.length, 2)
  })

  test('a city of one’s choice is reported alone, and another has nothing', async () => {
    const cities = service.services.pricing.map.current().cities
    const of = (name: string) => cities.find((city) => city.name === name)?.id
    assert.match(textOf(await operator.open(`${path}?city=${of('Cotonou')}`)), /Colis remis 2/)
    assert.match(textOf(await operator.open(`${path}?city=${of('Parakou')}`)), /Colis remis 0/)
    assert.match(textOf(await operator.open(`${path}?city=unknown`)), /Colis remis 2/)
  })

  for (const [query, said] of [
    ['?from=2026-11-02&to=2026-11-01', /Le dernier jour est avant le premier/],
    ['?from=2024-01-01&to=2026-11-01', /Au plus 366 jours à la fois/],
    ['?from=demain&to=2026-11-01', /Il faut les deux jours/],
    ['?from=2026-11-01', /Il faut les deux jours/],
  ] as const)
    test(`${query} is refused beside its field, and the usual days are shown`, async () => {
      const page = await operator.open(`${path}${query}`)
      assert.equal(page.status, 422)
      assert.match(textOf(page), said)
      assert.match(textOf(page), /Colis remis 2/)
    })

  test('a file asked for with days that are no range leads to the page that says so', async () => {
    const file = await operator.open(`${path}/money.csv?from=2026-11-02&to=2026-11-01`)
    assert.equal(file.status, 422)
    assert.match(textOf(file), /Le dernier jour est avant le premier/)
  })

  test('pages say so while deliveries from before are being counted', async () => {
    const said = /Des livraisons plus anciennes sont encore en train d’être comptées/
    assert.doesNotMatch(textOf(await operator.open(path)), said)
    const none = '00000000-0000-0000-0000-000000000000'
    const { db } = service.services
    await sql`insert into report_backlog (after_shop_id, after_delivery_id) values (${none}, ${none})`.execute(
      db,
    )
    for (const page of pages) assert.match(textOf(await operator.open(`${path}${page}`)), said)
    await sql`delete from report_backlog`.execute(db)
  })

  test('days to come, one day, days of long ago and repeated parameters are ranges or are refused', async () => {
    for (const page of pages)
      for (const [query, status] of [
        ['?from=2099-12-01&to=2099-12-31&beside=YEAR', 200],
        ['?from=2000-01-01&to=2000-01-01&beside=BEFORE', 200],
        ['?from=2026-11-20&to=2026-11-20&otherFrom=2099-12-31', 200],
        ['?from=2026-11-01&from=2026-11-02&to=2026-11-03', 422],
        [`?from=2026-11-01&to=2026-11-03&city=${'x'.repeat(5_000)}&beside=%00`, 200],
      ] as const) {
        const shown = await operator.open(`${path}${page}${query}`)
        assert.equal(shown.status, status, `${page}${query}`)
        assert.doesNotMatch(shown.html, /NaN|undefined|Infinity|\[object/)
      }
  })

  test('dispatchers see no report, no file, and no way to them', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    for (const page of pages) assert.equal((await dispatcher.open(`${path}${page}`)).status, 403)
    assert.equal((await dispatcher.open(`${path}/money.csv`)).status, 403)
    assert.doesNotMatch((await dispatcher.open('/operations')).html, /\/operations\/reports/)
    assert.match((await operator.open('/operations')).html, /href="\/operations\/reports"/)
  })

  test('a year is shown by month', async () => {
    const page = await operator.open(`${path}/punctuality?from=2026-01-01&to=2026-12-31`)
    assert.equal(page.html.match(/<th scope="row">/g)?.length, 12)
    assert.match(textOf(page), /nov\. 2026 50 0 1 1 0/)
  })
})
