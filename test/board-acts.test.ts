import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { actorText } from '../src/base/kernel/actor.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { maxChosen } from '../src/domain/board/many/many-acts.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { until } from './support/until.ts'
import { textOf } from './support/visitor.ts'

const reason = 'Appelés au téléphone'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let other: TestShop
  let dispatcher: ConsoleVisitor
  let courierId: string

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Chez Afi' })
    other = await service.openShop({ name: 'Bio Bénin' })
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  beforeEach(async () => {
    courierId = await courierAt(service, eastOfShop(300), { firstName: 'Moussa' })
  })
  after(() => service.close())

  const send = (act: string, fields: Record<string, string>, keys: readonly { id: string }[]) => {
    const form = new URLSearchParams({ back: 'view=no-courier', ...fields })
    for (const { id } of keys) form.append('delivery', id)
    return dispatcher.post(`/operations/board/acts/${act}`, form.toString())
  }
  const linesOf = async (subjectTypes: readonly ['SERVICE'] | readonly ['DELIVERY']) =>
    (await listAudit(service.services.db, { subjectTypes, limit: 50 })).filter(
      ({ actor }) => actor === actorText({ kind: 'OPERATOR', id: dispatcher.accountId }),
    )
  /** A delivery that the board knows of: it is read once a second. */
  async function onBoard(of: TestShop): Promise<DeliveryKey> {
    const key = await bringTo(service, of, 'SEARCHING_COURIER')
    const isRead = async () =>
      (await service.services.board.read()).deliveries.get(key.id)?.wait === 'COURIER'
    await until(isRead, 'the delivery on the board')
    return key
  }
  const statusOf = async (key: DeliveryKey) => (await rowOf(service, key)).status
  const referenceOf = async (key: DeliveryKey) => (await rowOf(service, key)).reference

  test('two are given to a courier who takes one: the page tells row by row what was done and refused', async () => {
    const keys = [
      await bringTo(service, shop, 'SEARCHING_COURIER'),
      await onBoard(other),
      await bringTo(service, shop, 'AWAITING_LOCATION'),
    ] as const
    const [first, second, third] = keys
    const page = await send('assign', { courier: courierId, reason }, keys)
    assert.match(page.path, /^\/operations\?view=no-courier&act=[0-9a-f-]{36}$/)
    const text = textOf(page)
    assert.match(text, /Assigner \(Moussa\) : 1 faites, 2 refusées/)
    assert.match(text, new RegExp(`${await referenceOf(first)} confiée au livreur`))
    assert.match(
      text,
      new RegExp(`${await referenceOf(second)} le livreur n’a pas de place pour un colis de plus`),
    )
    assert.match(text, new RegExp(`${await referenceOf(third)} son statut ne le permet plus`))
    assert.deepEqual(await Promise.all(keys.map(statusOf)), [
      'ASSIGNED',
      'SEARCHING_COURIER',
      'AWAITING_LOCATION',
    ])
    assert.match(page.html, new RegExp(`value="${second.id}" checked`))

    const [line, ...others] = await linesOf(['SERVICE'])
    assert.deepEqual(others, [])
    assert.deepEqual([line?.action, line?.before], ['act-on-many', null])
    assert.deepEqual(line?.after, {
      act: 'ASSIGN',
      reason,
      courier: 'Moussa',
      done: [await referenceOf(first)],
      refused: [
        { reference: await referenceOf(second), code: 'COURIER_BUSY' },
        { reference: await referenceOf(third), code: 'TRANSITION_REFUSED' },
      ],
    })
    const [own] = await linesOf(['DELIVERY'])
    assert.deepEqual([own?.action, own?.subject_id], ['assign-chosen-courier', first.id])
  })

  test('several expire together, of any shop, and one that a courier has does not', async () => {
    const keys = [
      await bringTo(service, shop, 'SEARCHING_COURIER'),
      await bringTo(service, other, 'AWAITING_LOCATION'),
      await bringTo(service, shop, 'IN_TRANSIT'),
    ]
    const text = textOf(await send('expire', { reason }, keys))
    assert.match(text, /Faire expirer : 2 faites, 1 refusées/)
    assert.deepEqual(await Promise.all(keys.map(statusOf)), ['EXPIRED', 'EXPIRED', 'IN_TRANSIT'])
  })

  test('shops are told of a delay, once for each state of a delivery, and not of what is over', async () => {
    const keys = [
      await bringTo(service, shop, 'SEARCHING_COURIER'),
      await bringTo(service, other, 'IN_TRANSIT'),
      await bringTo(service, shop, 'DELIVERED'),
    ] as const
    const text = textOf(await send('notify', {}, keys))
    assert.match(text, /Prévenir les boutiques : 2 faites, 1 refusées/)
    assert.match(text, new RegExp(`${await referenceOf(keys[0])} sa boutique est prévenue du retard`))
    const messages = await service.services.db
      .selectFrom('messages')
      .select(['messages.kind', 'messages.delivery_id'])
      .where('messages.kind', 'in', ['DELIVERY_LATE_OWNER', 'DELIVERY_LATE_OWNER_PHONE'])
      .execute()
    assert.deepEqual(
      messages.map(({ kind, delivery_id }) => `${delivery_id} ${kind}`).sort(),
      [keys[0], keys[1]]
        .flatMap(({ id }) => [`${id} DELIVERY_LATE_OWNER`, `${id} DELIVERY_LATE_OWNER_PHONE`])
        .sort(),
    )
    const again = textOf(await send('notify', {}, [keys[0]]))
    assert.match(again, new RegExp(`${await referenceOf(keys[0])} c’est déjà fait`))
  })

  test('one that is sent twice is dealt with once, and what does not exist is left out', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const sent = [key, key, { id: 'x' }, { id: '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e' }]
    assert.match(textOf(await send('expire', { reason }, sent)), /Faire expirer : 1 faites, 0 refusées/)
  })

  test('without a reason or a courier nothing is done, and what was chosen stays chosen', async () => {
    const key = await onBoard(shop)
    const lines = await linesOf(['SERVICE'])
    for (const [act, fields, status] of [
      ['assign', { courier: courierId, reason: '' }, 422],
      ['assign', { courier: '', reason }, 404],
      ['expire', { reason: 'x' }, 422],
    ] as const) {
      const page = await send(act, fields, [key])
      assert.equal(page.status, status)
      assert.match(page.html, new RegExp(`value="${key.id}" checked`))
    }
    assert.equal(await statusOf(key), 'SEARCHING_COURIER')
    assert.deepEqual(await linesOf(['SERVICE']), lines)
  })

  test('where nothing is chosen the board comes again, as it was filtered', async () => {
    const page = await send('expire', { reason }, [])
    assert.equal(page.path, '/operations?view=no-courier')
  })

  test(`at most ${maxChosen} are dealt with at once`, async () => {
    const many = Array.from({ length: maxChosen }, (_, at) => ({
      id: `0192f0c1-7a3e-7c11-9d5b-${String(at).padStart(12, '0')}`,
    }))
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await send('expire', { reason }, [...many, key])
    assert.equal(await statusOf(key), 'SEARCHING_COURIER')
  })

  test('what came of an act is told to who did it, and to nobody else', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const page = await send('expire', { reason }, [key])
    assert.match(textOf(page), /Faire expirer : 1 faites/)
    const another = await openOperations(service)
    assert.doesNotMatch(textOf(await another.open(page.path)), /Faire expirer : 1 faites/)
  })

  test('people of shops can do nothing to several deliveries', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const owner = await openConsole(service, { shopId: shop.shopId })
    for (const act of ['assign', 'expire', 'notify'])
      assert.equal(
        (await owner.post(`/operations/board/acts/${act}`, { delivery: key.id, reason })).status,
        404,
      )
    assert.equal(await statusOf(key), 'SEARCHING_COURIER')
  })

  test('whom to call about a row is asked for it alone: its courier, then its shop', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await send('assign', { courier: courierId, reason }, [key])
    const { html } = await dispatcher.open(`/operations/deliveries/${key.id}/phones`)
    assert.match(html, /Moussa \(livreur\)/)
    assert.match(html, /href="tel:/)
    const owner = await openConsole(service, { shopId: shop.shopId })
    assert.equal((await owner.open(`/operations/deliveries/${key.id}/phones`)).status, 404)
  })

  test('a view is kept by a name for who kept it, with its count, until they let it go', async () => {
    const key = await onBoard(other)
    const filter = new URLSearchParams({ view: 'no-courier', shop: other.shopId }).toString()
    const kept = await dispatcher.post('/operations/board/views', { name: ' Bio à confier ', back: filter })
    assert.equal(kept.path, `/operations?${filter}`)
    const link = /aria-current="page">Bio à confier <b>\d+<\/b>/
    assert.match(kept.html, link)
    assert.match(kept.html, new RegExp(`id="d-${key.id}"`))
    const another = await openOperations(service)
    assert.doesNotMatch((await another.open('/operations')).html, /Bio à confier/)
    const left = await dispatcher.post('/operations/board/views/forget', { name: 'Bio à confier' })
    assert.doesNotMatch(left.html, /Bio à confier/)
  })

  test('a view without a name, of everything, or beyond the eighth is not kept, and the page says so', async () => {
    const keep = (name: string, back: string) => dispatcher.post('/operations/board/views', { name, back })
    const says = /La vue n’est pas gardée/
    for (const [name, back] of [
      ['', 'view=late'],
      ['Tout', ''],
    ] as const)
      assert.match((await keep(name, back)).html, says)
    for (let at = 0; at < 8; at += 1) assert.doesNotMatch((await keep(`Vue ${at}`, `q=${at}x`)).html, says)
    assert.match((await keep('Une de trop', 'q=9x')).html, says)
    assert.doesNotMatch((await keep('Vue 3', 'q=trois')).html, says)
    assert.match((await keep('<b>', 'view=HACK')).html, /CHOICE_UNKNOWN|valeur que personne/)
    const { db } = service.services
    await db
      .updateTable('board_views')
      .set({ query: 'view=of-another-version' })
      .where('name', '=', 'Vue 1')
      .execute()
    const page = await dispatcher.open('/operations')
    assert.deepEqual([page.status, /Vue 1/.test(page.html), /Vue 2/.test(page.html)], [200, false, true])
    await db.deleteFrom('board_views').execute()
  })
})
