import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AllFilter } from '../src/domain/deliveries/finding/all-deliveries-store.ts'
import { makeDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { searchAllDeliveries } from '../src/domain/deliveries/searching/search-all-deliveries.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { openService, parakou, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'

const customer = (lastName: string, firstName: string, phone: string) => ({
  customer: { lastName, firstName, phone },
})

onEachDatabase((open) => {
  let service: TestService
  let shops: Record<'ganhi' | 'akpakpa', TestShop>
  let people: Record<'operator' | 'dispatcher', ConsoleVisitor>
  before(async () => {
    service = await openService(await open())
    shops = {
      ganhi: await service.openShop({ name: 'Boutique Ganhi' }),
      akpakpa: await service.openShop({ name: 'Chez <Akpakpa> & Fils' }),
    }
    people = {
      operator: await openOperations(service),
      dispatcher: await openOperations(service, { role: 'DISPATCHER' }),
    }
    const orders: [TestShop, object][] = [
      [shops.ganhi, { ...customer('Dossou', 'Afi', '0197000001'), externalRef: 'G-1' }],
      [shops.akpakpa, { ...customer('Dossou', 'Koffi', '0197000002'), externalRef: 'A-1' }],
      [shops.ganhi, { ...customer('Adjovi', 'Afi', '0197000003'), externalRef: 'G-2', pickup: parakou }],
      [shops.akpakpa, { ...customer('=Formule', 'Afi', '0197000001'), externalRef: 'A-2' }],
    ]
    for (const [shop, input] of orders) {
      service.clock.forward(60_000)
      const { status, body } = await shop.order(input)
      assert.equal(status, 201, JSON.stringify(body))
    }
    const [cancelled] = await service.services.db
      .selectFrom('deliveries')
      .select(['deliveries.shop_id as shopId', 'deliveries.id'])
      .where('deliveries.external_ref', '=', 'A-1')
      .execute()
    assert.ok(cancelled)
    await act(service, cancelled, 'cancel')
    await consumeAll(service.services, makeDeliveriesSearchable)
  })
  beforeEach(() => service.clock.set('2026-11-21T11:00:00.000Z'))
  after(() => service.close())

  const cityId = (name: string) =>
    service.services.pricing.map.current().cities.find((city) => city.name === name)?.id ?? ''

  async function found(typed: string, filter: AllFilter = {}, olderThan?: string, limit = 30) {
    const allCityIds = service.services.pricing.map.current().cities.map(({ id }) => id)
    const search = { typed, country: 'BJ', filter, allCityIds, olderThan }
    const { rows } = await searchAllDeliveries(service.services.db, search, limit)
    return rows.map(({ external_ref }) => external_ref)
  }

  describe('the search over all shops', () => {
    for (const [what, typed, filterOf, refs] of [
      ['everything, newest first', '', () => ({}), ['A-2', 'G-2', 'A-1', 'G-1']],
      ['a name of customers of two shops', 'dossou', () => ({}), ['A-1', 'G-1']],
      ['both names', 'Afi Dossou', () => ({}), ['G-1']],
      ['a phone', '97 00 00 01', () => ({}), ['A-2', 'G-1']],
      ['an order number', 'a-2', () => ({}), ['A-2']],
      ['a name in one shop', 'afi', () => ({ shopIds: [shops.ganhi.shopId] }), ['G-2', 'G-1']],
      ['a shop', '', () => ({ shopIds: [shops.akpakpa.shopId] }), ['A-2', 'A-1']],
      ['a city', '', () => ({ cityIds: [cityId('Parakou')] }), ['G-2']],
      ['a name in a city', 'afi', () => ({ cityIds: [cityId('Cotonou')] }), ['A-2', 'G-1']],
      ['a status', '', () => ({ statuses: ['CANCELLED'] }), ['A-1']],
      ['a name with a status', 'dossou', () => ({ statuses: ['CANCELLED'] }), ['A-1']],
      [
        'a shop with a status and a city',
        '',
        () => ({
          shopIds: [shops.akpakpa.shopId],
          statuses: ['AWAITING_LOCATION'],
          cityIds: [cityId('Parakou')],
        }),
        [],
      ],
      ['a courier who has carried nothing', '', () => ({ courierIds: [shops.ganhi.shopId] }), []],
      ['a name that nobody has', 'zzz', () => ({}), []],
      ['what is no search', "%' or 1=1 --", () => ({}), []],
    ] as [string, string, () => AllFilter, string[]][])
      test(`finds ${what}`, async () => {
        assert.deepEqual(await found(typed, filterOf()), refs)
        // A list longer than a page asks the index of terms at once.
        assert.deepEqual(await found(typed, filterOf(), undefined, 200), refs)
      })

    test('finds what a courier carried, and goes on from page to page without gaps', async () => {
      const id = await registerCourier(service, { firstName: 'Sègla' })
      const shop = await service.openShop({ name: 'Boutique du livreur' })
      const keys = []
      for (const ref of ['C-1', 'C-2', 'C-3']) {
        service.clock.forward(1_000)
        keys.push(await bringTo(service, shop, 'CANCELLED', { externalRef: ref }))
      }
      await service.services.db
        .updateTable('deliveries')
        .set({ courier_id: id })
        .where('deliveries.shop_id', '=', shop.shopId)
        .execute()
      assert.deepEqual(await found('', { courierIds: [id] }), ['C-3', 'C-2', 'C-1'])
      assert.deepEqual(await found('', { courierIds: [id] }, undefined, 2), ['C-3', 'C-2'])
      assert.deepEqual(await found('', { courierIds: [id] }, keys[1]?.id, 2), ['C-1'])
      assert.deepEqual(await found('', { courierIds: [id], statuses: ['DELIVERED'] }), [])
    })

    test('finds a reference of ours whole, whichever shop it is of', async () => {
      const { body } = await shops.akpakpa.get('/deliveries?externalRef=A-2')
      assert.deepEqual(await found(body.items[0].reference), ['A-2'])
      assert.deepEqual(await found(body.items[0].reference.slice(4).toLowerCase()), ['A-2'])
    })
  })

  describe('the page of the list', () => {
    const see = (query: string, who: ConsoleVisitor = people.dispatcher) =>
      who.open(`/operations/deliveries${query}`)

    test('shows a dispatcher the deliveries of all shops, with shop and city, and keeps filters in links', async () => {
      const { status, html } = await see('?q=dossou&status=CANCELLED')
      assert.equal(status, 200)
      assert.ok(html.includes('Chez &#60;Akpakpa&#62; &#38; Fils'), html)
      assert.ok(html.includes('Koffi Dossou') && html.includes('Cotonou'))
      assert.ok(!html.includes('G-1'))
      assert.ok(html.includes('/operations/deliveries/export.csv?q&#61;dossou&#38;status&#61;CANCELLED'))
      assert.ok(!html.includes('/operations/customers'))
    })

    test('finds shops and couriers by a part of their name, and says when nobody has it', async () => {
      const { html } = await see('?shop=ganhi')
      assert.ok(html.includes('G-1') && !html.includes('A-1'))
      const none = await see('?shop=nirgends&courier=personne')
      assert.ok(none.html.includes('Aucune boutique ne porte ce nom.'))
      assert.ok(none.html.includes('Personne ne porte ce nom.'))
      assert.ok(!none.html.includes('G-1'))
    })

    test('takes days of the service, and says which one cannot be read', async () => {
      assert.ok((await see('?from=2026-11-21&to=2026-11-21')).html.includes('G-1'))
      assert.ok(!(await see('?from=2026-11-22')).html.includes('G-1'))
      const { status, html } = await see('?from=morgen')
      assert.equal(status, 422)
      assert.ok(html.includes('Écrivez la date comme 2026-11-21.'))
    })

    test('answers whatever is sent to it', async () => {
      for (const query of [
        `?q=${'a'.repeat(5_000)}`,
        `?q=${encodeURIComponent('<script>alert(1)</script>')}`,
        '?q=a&q=b&shop=a&shop=b',
        '?city=not-an-id&before=not-an-id',
        `?shop=${encodeURIComponent('%_\\\'"')}&courier=${encodeURIComponent("' or 1=1")}`,
        `?city=${shops.ganhi.shopId}&before=${shops.ganhi.shopId}`,
      ]) {
        const { status, html } = await see(query)
        assert.equal(status, 200, query)
        assert.ok(!html.includes('<script>alert'), query)
      }
    })
  })

  describe('the files', () => {
    test('a CSV has what was found, no formula, and a line in the audit without what was typed', async () => {
      const { status, html, headers } = await people.dispatcher.open(
        '/operations/deliveries/export.csv?q=afi&shop=akpakpa',
      )
      assert.equal(status, 200)
      assert.match(
        String(headers['content-disposition']),
        /^attachment; filename="colis-operations-2026-11-21.csv"$/,
      )
      const lines = html.trim().split('\r\n')
      assert.equal(lines.length, 2)
      assert.match(lines[0] ?? '', /^\ufeff?Boutique;Ville;Référence;/)
      assert.ok(lines[1]?.includes("'=Formule"), lines[1])
      const line = await service.services.db
        .selectFrom('audit_lines')
        .selectAll()
        .where('audit_lines.action', '=', 'export-deliveries')
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        [line.actor, line.after],
        [
          `OPERATOR:${people.dispatcher.accountId}`,
          { format: 'csv', hasWords: true, shopIds: [shops.akpakpa.shopId] },
        ],
      )
    })

    test('a name that is nobody’s makes an empty file, and an XLSX is one', async () => {
      const empty = await people.operator.open('/operations/deliveries/export.csv?shop=nirgends')
      assert.equal(empty.html.trim().split('\r\n').length, 1)
      const { status, headers } = await people.operator.open('/operations/deliveries/export.xlsx')
      assert.deepEqual([status, String(headers['content-type']).includes('spreadsheetml')], [200, true])
    })
  })

  describe('the pages of customers’ rights', () => {
    const post = (path: string, fields: Record<string, string>, who: ConsoleVisitor = people.operator) =>
      who.post(`/operations/customers${path}`, fields)
    const reason = 'Demande par courrier'

    test('show what is kept of a number however it is typed, and nothing of it in an address', async () => {
      const { status, html } = await post('/kept', { phone: '97 00 00 03' })
      assert.equal(status, 200)
      assert.ok(html.includes('G-2') && !html.includes('G-1'))
      assert.ok(!/(?:href|action)="[^"]*97000003/.test(html))
      const wrong = await post('/kept', { phone: '12' })
      assert.equal(wrong.status, 422)
      assert.ok(wrong.html.includes('Ce numéro n’est pas possible.'))
    })

    test('hand out a copy as a file, for a reason that does not name the person', async () => {
      for (const bad of ['', 'ab', 'a'.repeat(201), 'Appel du 01 97 00 00 03'])
        assert.equal((await post('/export', { phone: '97000003', reason: bad })).status, 422, bad)
      const { status, html, headers } = await post('/export', { phone: '97000003', reason })
      assert.equal(status, 200)
      assert.match(
        String(headers['content-disposition']),
        /attachment; filename="colis-customer-2026-11-21\.json"/,
      )
      const file = JSON.parse(html)
      assert.deepEqual(
        [file.phone, file.isComplete, file.deliveries.length, file.deliveries[0].customer.lastName],
        ['+2290197000003', true, 1, 'Adjovi'],
      )
    })

    test('erase only a number that was typed twice', async () => {
      const phone = '+2290197000002'
      for (const typed of ['', '97000001', 'oui'])
        assert.equal((await post('/erase', { phone, reason, typed })).status, 422, typed)
      assert.deepEqual(await found('koffi'), ['A-1'])
      const { status, html } = await post('/erase', { phone, reason, typed: '97000002' })
      assert.equal(status, 200)
      assert.ok(html.includes('Personne effacée'))
      assert.deepEqual(await found('koffi'), [])
      assert.equal((await post('/erase', { phone, reason, typed: '97000002' })).status, 200)
    })

    test('block a number until the end of a day, list it and unblock it', async () => {
      const phone = '0161000009'
      for (const until of ['2026-11-20', 'demain', '2099-01-01'])
        assert.equal((await post('/block', { phone, reason, until })).status, 422, until)
      const blocked = await post('/block', { phone, reason, until: '2026-11-30' })
      assert.deepEqual([blocked.status, blocked.path], [200, '/operations/customers?done=blocked'])
      const { html } = await people.operator.open('/operations/customers')
      assert.ok(html.includes('+229 01 61 00 00 09') && html.includes(reason))
      assert.equal((await post('/unblock', { phone, reason: '' })).status, 422)
      assert.equal((await post('/unblock', { phone, reason })).path, '/operations/customers?done=unblocked')
      assert.ok(!(await people.operator.open('/operations/customers')).html.includes('01 61 00 00 09'))
    })

    test('do not exist for dispatchers', async () => {
      for (const path of ['/kept', '/export', '/erase', '/block', '/unblock'])
        assert.equal(
          (await post(path, { phone: '97000001', reason, typed: '97000001' }, people.dispatcher)).status,
          403,
        )
      assert.equal((await people.dispatcher.open('/operations/customers')).status, 403)
    })

    test('no phone and no name is in the log', () => {
      for (const line of service.logged)
        for (const secret of ['0197000003', '97000003', '0161000009', 'Adjovi', 'dossou'])
          assert.ok(!line.includes(secret), line)
    })
  })
})
