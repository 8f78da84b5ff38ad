import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listMembers } from '../src/domain/accounts/membership-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { oweByShop } from './support/transfer-trials.ts'
import { textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const pathOf = ({ shopId }: TestShop) => `/operations/shops/${shopId}`
  const auditOf = ({ shopId }: TestShop) =>
    service.services.db
      .selectFrom('audit_lines')
      .select(['audit_lines.actor', 'audit_lines.action', 'audit_lines.after'])
      .where('audit_lines.shop_id', '=', shopId)
      .where('audit_lines.actor', 'like', 'OPERATOR:%')
      .orderBy('audit_lines.id')
      .execute()

  test('what a shop pays of its trips and fees is noted once, and never more than it owes', async () => {
    const owing = await service.openShop({ name: 'Boutique Missèbo' })
    assert.match(textOf(await operator.open(pathOf(owing))), /La boutique ne doit rien/)
    await oweByShop(service, owing.shopId, 2_000)
    const page = await operator.open(pathOf(owing))
    assert.match(textOf(page), /Ce que la boutique doit .*notez-le ici\. 2 000 FCFA Noter un paiement/)
    const own = page.html.split('</form>').find((form) => form.includes('/payments"')) ?? ''
    const hidden = [...own.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
    const send = (amount: string, note = 'Espèces au bureau', other = {}) =>
      operator.post(`${pathOf(owing)}/payments`, { ...form, amount, note, ...other })
    for (const amount of ['2001', '0', '-5', '1e3', '', '99999999999']) {
      const refused = await send(amount)
      assert.deepEqual([refused.status, /La boutique doit 2 000 FCFA/.test(textOf(refused))], [422, true])
    }
    assert.equal((await send('100', '')).status, 422)
    assert.equal((await send('100', 'Au bureau', { currency: 'XAF' })).status, 422)
    for (const sent of await Promise.all([send('1 500'), send('1500 FCFA')]))
      assert.match(textOf(sent), /Le paiement de la boutique est noté.* 500 FCFA/)
    const changed = await send('400')
    assert.deepEqual([changed.status, /C’est déjà fait/.test(textOf(changed))], [409, true])
    assert.equal((await dispatcher.post(`${pathOf(owing)}/payments`, form)).status, 403)
    const owner = await openConsole(service, { shopId: owing.shopId })
    assert.equal((await owner.post(`${pathOf(owing)}/payments`, form)).status, 404)
    assert.match(
      textOf(await owner.open(`/console/shops/${owing.shopId}/statement`)),
      /Réglé par la boutique 1 500 FCFA Autres mouvements −2 000 FCFA Solde à la fin 500 FCFA dû par la boutique.* Réglé par la boutique Espèces au bureau/,
    )
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('the list finds shops by name and state, with what they ordered', async () => {
    await shop.order()
    const list = textOf(await operator.open('/operations/shops?q=ganhi'))
    assert.match(list, /Boutique Ganhi/)
    assert.doesNotMatch(textOf(await operator.open('/operations/shops?q=100%25')), /Boutique Ganhi/)
    assert.doesNotMatch(textOf(await operator.open('/operations/shops?state=SUSPENDED')), /Boutique Ganhi/)
    const odd = await operator.open(`/operations/shops?q=${'x'.repeat(2000)}&before=zzz`)
    assert.equal(odd.status, 200)
  })

  test('fifty shops a page, and the address of the next', async () => {
    for (let number = 0; number < 51; number += 1)
      await service.services.db
        .insertInto('shops')
        .values({
          id: `0192f0c1-7a3e-7c11-9d5b-0000000000${String(number).padStart(2, '0')}`,
          name: `Paginée ${number}`,
          country: 'BJ',
          default_collection: 'DIRECT',
          payout_phone: null,
          created_at: service.clock.now(),
        })
        .execute()
    const first = await operator.open('/operations/shops?q=pagin%C3%A9e')
    const [, before = ''] = /before(?:=|&#\d+;)([0-9a-f-]{36})/.exec(first.html) ?? []
    assert.equal(first.html.match(/Paginée \d/g)?.length, 50)
    const second = await operator.open(`/operations/shops?q=pagin%C3%A9e&before=${before}`)
    assert.equal(second.html.match(/Paginée \d/g)?.length, 1)
  })

  test('an operator approves a shop, which can then order; the audit says who', async () => {
    const waiting = await service.openShop({ name: 'Boutique en attente' })
    const { db } = service.services
    await db.updateTable('shops').set({ approved_at: null }).where('id', '=', waiting.shopId).execute()
    service.services.shops.forget()
    assert.equal((await waiting.order()).body.code, 'SHOP_NOT_APPROVED')
    assert.match(textOf(await operator.open('/operations/shops')), /1 boutique attend votre approbation/)
    const page = await operator.open(pathOf(waiting))
    const done = await operator.submit(page, `${pathOf(waiting)}/approve`)
    assert.match(textOf(done), /La boutique est approuvée/)
    assert.equal((await waiting.order()).status, 201)
    assert.deepEqual(
      (await auditOf(waiting)).map(({ actor, action }) => [actor, action]),
      [[`OPERATOR:${operator.accountId}`, 'approve-shop']],
    )
  })

  test('the keys of a suspended shop are refused, what is under way goes on, and lifting it ends that', async () => {
    const late = await service.openShop({ name: 'Boutique en retard' })
    const { body: order } = await late.order()
    const owner = await openConsole(service, { shopId: late.shopId })
    const page = await operator.open(pathOf(late))
    const refused = await operator.submit(page, `${pathOf(late)}/suspend`, { reason: ' ' })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Dites pourquoi/)
    const done = await operator.submit(page, `${pathOf(late)}/suspend`, { reason: 'Factures impayées.' })
    assert.match(textOf(done), /Suspendue depuis le .* : Factures impayées\./)
    service.services.shops.forget()
    for (const answer of [
      await late.order(),
      await late.get(`/deliveries/${order.id}`),
      await late.get('/pickup-addresses'),
    ]) {
      assert.equal(answer.status, 403)
      assert.equal(answer.body.code, 'SHOP_SUSPENDED')
    }
    const home = await owner.open(`/console/shops/${late.shopId}`)
    assert.match(textOf(home), /a suspendu votre boutique : Factures impayées\./)
    const form = await owner.open(`/console/shops/${late.shopId}/deliveries/${order.id}`)
    assert.equal(form.status, 200)
    const { db } = service.services
    const { status } = await db
      .selectFrom('deliveries')
      .select('deliveries.status')
      .where('deliveries.id', '=', order.id)
      .executeTakeFirstOrThrow()
    assert.equal(status, order.status)
    service.clock.forward(1_000)
    await operator.submit(await operator.open(pathOf(late)), `${pathOf(late)}/lift-suspension`)
    service.services.shops.forget()
    assert.equal((await late.order()).status, 201)
    assert.deepEqual(
      (await auditOf(late)).map(({ action }) => action),
      ['suspend-shop', 'lift-suspension'],
    )
  })

  /** What a form that nobody changed sends. */
  const plain = { name: 'Boutique Ganhi', discountPercent: '0' }
  const termsOf = async (shopId: string) =>
    service.services.db
      .selectFrom('shops')
      .select(['name', 'country', 'discount_percent', 'owner_email', 'payout_phone', 'default_collection'])
      .where('shops.id', '=', shopId)
      .executeTakeFirstOrThrow()

  test('terms are changed, and what is mistyped is said beside its field', async () => {
    const page = await operator.open(pathOf(shop))
    const wrong = await operator.submit(page, pathOf(shop), {
      name: ' ',
      discountPercent: '101',
      ownerEmail: 'nobody',
    })
    assert.equal(wrong.status, 422)
    for (const field of ['name', 'discountPercent', 'ownerEmail'])
      assert.match(wrong.html, new RegExp(`id="${field}-error"`))
    for (const [payoutPhone, fault] of [
      ['12', /n’est pas/],
      ['', /numéro/],
    ] as const) {
      const refused = await operator.submit(page, pathOf(shop), {
        ...plain,
        payoutPhone,
        defaultCollection: 'SECURE',
      })
      assert.equal(refused.status, 422)
      assert.match(refused.html, /id="payoutPhone-error"/)
      assert.match(textOf(refused), fault)
    }
    const before = await termsOf(shop.shopId)
    await operator.submit(page, pathOf(shop), {
      name: 'Boutique Ganhi II',
      discountPercent: '12',
      ownerEmail: 'ganhi@boutique.test',
      payoutPhone: '97 00 00 55',
      defaultCollection: 'DIRECT',
    })
    assert.deepEqual(await termsOf(shop.shopId), {
      name: 'Boutique Ganhi II',
      country: before.country,
      discount_percent: 12,
      owner_email: 'ganhi@boutique.test',
      payout_phone: '+2290197000055',
      default_collection: 'DIRECT',
    })
    await operator.submit(await operator.open(pathOf(shop)), pathOf(shop), plain)
  })

  test('an operator opens a shop, whose owner then signs in and whose other people are let in', async () => {
    const form = await operator.open('/operations/shops/new')
    const path = '/operations/shops/new'
    const wrong = await operator.submit(form, path, { name: '', owner: 'personne' })
    assert.equal(wrong.status, 422)
    for (const field of ['name', 'owner']) assert.match(wrong.html, new RegExp(`id="${field}-error"`))
    const unpaid = await operator.submit(form, path, {
      ...plain,
      name: 'Chez Codjo',
      defaultCollection: 'SECURE',
    })
    assert.equal(unpaid.status, 422)
    assert.match(unpaid.html, /value="Chez Codjo"/)

    const opened = await operator.submit(form, path, {
      ...plain,
      name: 'Chez Codjo',
      country: 'CI',
      owner: '07 07 00 00 01',
      payoutPhone: '0707000001',
      defaultCollection: 'SECURE',
    })
    assert.equal(opened.status, 200)
    assert.match(textOf(opened), /La boutique est ouverte : elle peut commander/)
    const { db } = service.services
    const { id: shopId } = await db
      .selectFrom('shops')
      .select('shops.id')
      .where('shops.name', '=', 'Chez Codjo')
      .where('shops.approved_at', 'is not', null)
      .executeTakeFirstOrThrow()
    assert.deepEqual(await termsOf(shopId), {
      name: 'Chez Codjo',
      country: 'CI',
      discount_percent: 0,
      owner_email: null,
      payout_phone: '+2250707000001',
      default_collection: 'SECURE',
    })

    const page = await operator.open(`/operations/shops/${shopId}`)
    const members = `/operations/shops/${shopId}/members`
    assert.equal((await operator.submit(page, members, { member: 'x@' })).status, 422)
    const twice = await operator.submit(page, members, { member: '0707000001' })
    assert.deepEqual([twice.status, /id="member-error"/.test(twice.html)], [409, true])
    await operator.submit(page, members, { member: 'Vente@Codjo.test', role: 'STAFF' })
    const people = (await listMembers(db, shopId)).map(({ role, phone, email }) => [role, phone, email])
    assert.deepEqual(people.toSorted(), [
      ['OWNER', '+2250707000001', null],
      ['STAFF', null, 'vente@codjo.test'],
    ])
    const audited = await auditOf({ shopId } as TestShop)
    assert.deepEqual(audited.map(({ action }) => action).toSorted(), [
      'add-member',
      'add-member',
      'create-shop',
    ])
    for (const [method, url] of [
      ['GET', path],
      ['POST', path],
      ['POST', members],
    ] as const) {
      const answer = method === 'GET' ? await dispatcher.open(url) : await dispatcher.post(url, {})
      assert.ok([403, 404].includes(answer.status), `${method} ${url} ${answer.status}`)
    }
  })

  test('an operator keeps the keys, endpoints and addresses of a shop, with the pages of its console', async () => {
    const kept = await service.openShop({ name: 'Boutique tenue' })
    const other = await service.openShop({ name: 'Autre boutique' })
    const at = (path: string) => `${pathOf(kept)}${path}`
    const home = await operator.open(pathOf(kept))
    for (const path of ['/developers/keys', '/developers/endpoints', '/settings/addresses'])
      assert.match(home.html, new RegExp(`href="${at(path)}"`))

    const keys = await operator.open(at('/developers/keys'))
    assert.match(textOf(keys), /Boutique tenue/)
    const made = await operator.submit(keys, at('/developers/keys'), { label: 'Caisse', 'quotes:read': 'on' })
    const [key = ''] = /colis_live_\w+/.exec(textOf(made)) ?? []
    const quote = { url: '/zones', headers: { authorization: `Bearer ${key}` } }
    assert.equal((await service.call(quote)).status, 200)
    const [, keyId = ''] =
      /keys\/([0-9a-f-]{36})\/revoke/.exec(
        (await operator.open(at('/developers/keys'))).html.split('Caisse')[1] ?? '',
      ) ?? []
    const gone = await operator.submit(
      await operator.open(at('/developers/keys')),
      at(`/developers/keys/${keyId}/revoke`),
    )
    assert.match(textOf(gone), /La clé est arrêtée/)

    const list = at('/settings/addresses')
    const form = await operator.open(`${list}/new`)
    const wrong = await operator.submit(form, `${list}/new`, { label: '', position: '0, 0' })
    assert.equal(wrong.status, 422)
    const added = await operator.submit(form, `${list}/new`, { label: 'Dépôt', position: '6.371, 2.411' })
    assert.match(textOf(added), /Dépôt/)
    const [, addressId = ''] = /addresses\/([0-9a-f-]{36})"[^>]*>\n<span><strong>Dépôt/.exec(added.html) ?? []
    const one = await operator.open(`${list}/${addressId}`)
    await operator.submit(one, `${list}/${addressId}`, { label: 'Dépôt II', position: '6.371, 2.411' })
    await operator.submit(one, `${list}/${addressId}/remove`)
    assert.doesNotMatch(textOf(await operator.open(list)), /Dépôt/)
    assert.equal((await operator.open(`${list}/${other.pickupAddressId}`)).status, 404)

    const { endpoint } = await addEndpoint(
      {
        ...service.services.webhooks,
        rules: { allowedRanges: ['127.0.0.0/8'], allowInsecure: false },
        resolve: async () => ['127.0.0.1'],
      },
      { shopId: kept.shopId, url: 'https://example.com/colis', eventTypes: null, description: null },
    )
    const endpoints = at('/developers/endpoints')
    assert.equal(
      (await operator.submit(await operator.open(endpoints), endpoints, { url: 'no' })).status,
      422,
    )
    const path = `${endpoints}/${endpoint.id}`
    const page = await operator.open(path)
    assert.match(
      page.html,
      new RegExp(`href="/console/shops/${kept.shopId}/developers/endpoints/${endpoint.id}/log"`),
    )
    assert.match(
      textOf(await operator.submit(page, `${path}/regenerate-secret`, { overlapHours: '24' })),
      /whsec_/,
    )
    await operator.submit(page, `${path}/pause`)
    await operator.submit(await operator.open(path), `${path}/enable`)
    await operator.submit(page, `${path}/remove`)
    assert.equal((await operator.open(path)).status, 404)
    assert.equal((await operator.open(`${pathOf(other)}/developers/endpoints/${endpoint.id}`)).status, 404)

    const acts = (await auditOf(kept)).map(({ action }) => action).toSorted()
    assert.deepEqual(acts, [
      'add-pickup-address',
      'change-pickup-address',
      'create-api-key',
      'enable-endpoint',
      'pause-endpoint',
      'regenerate-secret',
      'remove-endpoint',
      'remove-pickup-address',
      'revoke-api-key',
    ])
    assert.equal((await dispatcher.open(at('/developers/keys'))).status, 403)
    const unknown = `/operations/shops/${endpoint.id}/developers/keys`
    assert.equal((await operator.open(unknown)).status, 404)
  })

  test('endpoints of all shops that fail are listed, enabled and sent to again', async () => {
    const { services } = service
    const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
    const { endpoint } = await addEndpoint(
      { ...services.webhooks, rules, resolve: async () => ['127.0.0.1'] },
      {
        shopId: shop.shopId,
        url: 'https://example.com/colis?token=abc',
        eventTypes: null,
        description: null,
      },
    )
    const { db, clock } = services
    await db
      .updateTable('webhook_endpoints')
      .set({ failing_since: clock.now(), disabled_at: clock.now() })
      .where('webhook_endpoints.id', '=', endpoint.id)
      .execute()
    const page = await operator.open('/operations/shops/failing-endpoints')
    assert.match(textOf(page), /Boutique Ganhi/)
    assert.doesNotMatch(page.html, /token=abc/)
    const path = `${pathOf(shop)}/endpoints/${endpoint.id}`
    await operator.submit(page, `${path}/enable`)
    const row = await db
      .selectFrom('webhook_endpoints')
      .select('webhook_endpoints.disabled_at')
      .where('webhook_endpoints.id', '=', endpoint.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.disabled_at, null)
    assert.equal((await operator.post(`${path}/resend`, {})).status, 200)
  })

  test('an operator sees the console of a shop but changes nothing there, and the owner reads of it once an hour', async () => {
    const seen = await service.openShop({ name: 'Boutique regardée' })
    const home = `/console/shops/${seen.shopId}`
    const page = await operator.open(home)
    assert.match(textOf(page), /Vous voyez la console de Boutique regardée/)
    assert.equal((await operator.open(`${home}/deliveries`)).status, 200)
    assert.equal((await operator.open(`${home}/developers/keys`)).status, 200)
    const refused = await operator.post(`${home}/settings/appearance`, { displayName: 'Piratée' })
    assert.equal(refused.status, 403)
    assert.deepEqual(
      (await auditOf(seen)).map(({ actor, action }) => [actor, action]),
      [[`OPERATOR:${operator.accountId}`, 'record-operator-visit']],
    )
    const owner = await openConsole(service, { shopId: seen.shopId })
    assert.match(textOf(await owner.open(`${home}/settings/audit`)), /Console de la boutique consultée/)
    assert.equal((await dispatcher.open(home)).status, 404)
  })
})
