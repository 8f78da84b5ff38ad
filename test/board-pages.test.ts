import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { OperatorSession } from '../src/domain/accounts/membership-store.ts'
import { boardLive } from '../src/doors/operations/board/board-live.ts'
import type { OperationsDeps, Operator } from '../src/doors/operations/operations-deps.ts'
import { httpServer } from '../src/http/http-server.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { courierAt, eastOfShop, registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo } from './support/delivery-verbs.ts'
import { type Followed, followAt } from './support/live-consoles.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'

onEachDatabase((open) => {
  let service: TestService
  let address: string
  let afi: TestShop
  let ganhi: TestShop
  let operator: ConsoleVisitor
  let dispatcher: ConsoleVisitor
  let late: string
  let waiting: string

  before(async () => {
    service = await openService(await open())
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    afi = await service.openShop({ name: 'Chez Afi' })
    ganhi = await service.openShop({ name: 'Boutique <Ganhi>' })
    late = (await bringTo(service, afi, 'SEARCHING_COURIER')).id
    service.clock.forward(25 * 60_000)
    waiting = (await bringTo(service, ganhi, 'AWAITING_LOCATION', { dropoff: undefined })).id
    operator = await openOperations(service)
    dispatcher = await openOperations(service, { role: 'DISPATCHER' })
  })
  after(() => service.close())

  const cookieOf = ({ cookies }: Pick<ConsoleVisitor, 'cookies'>) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const follow = (visitor: Pick<ConsoleVisitor, 'cookies'>, headers = {}) =>
    followAt(`${address}/operations/board/live`, { cookie: cookieOf(visitor), ...headers })
  // biome-ignore lint/suspicious/noExplicitAny: events are whatever came over the wire
  const sent = ({ events }: Followed, name: string): any[] =>
    events.filter(({ event }) => event === name).map(({ data }) => JSON.parse(data))
  /** The lines of the list, in order, by their deliveries. */
  const listed = (html: string) => [...html.matchAll(/<tr id="d-([\w-]+)"/g)].map(([, id]) => id)

  describe('the page of the board', () => {
    test('what is late comes first, with the reason in words and its age', async () => {
      const { html } = await dispatcher.open('/operations')
      assert.deepEqual(listed(html), [late, waiting])
      assert.match(html, /2 sur 2 · en retard d’abord/)
      assert.match(html, /Cherche un livreur depuis 25 min, Aucun livreur, retard de 15 min/)
      assert.match(html, /<b>\+15 min<\/b>/)
      assert.ok(html.includes(`href="/operations/deliveries/${late}"`))
      assert.match(html, /Boutique &#60;Ganhi&#62;/)
    })

    test('a row says where from and to, for whom, and the views how much they show', async () => {
      const { html } = await dispatcher.open('/operations')
      const rows = html.matchAll(/<tr id="d-.*?<\/tr>/gs)
      const said = [...rows].map(([row]) => row.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
      assert.match(said[0] ?? '', /Chez Afi West → East Afi Aucun livreur/)
      assert.match(said[1] ?? '', /West → \? Afi Position attendue/)
      assert.match(html, /aria-current="page">Toutes <b>2<\/b>/)
      assert.match(html, /href="\/operations\?view&#61;late" data-view>En retard <b class="bad">1<\/b>/)
      assert.match(html, /view&#61;no-courier" data-view>Sans livreur <b>1<\/b>/)
    })

    test('it is filtered by one line of fields, and says so when nothing is left', async () => {
      const shown = async (query: string) => listed((await dispatcher.open(`/operations?${query}`)).html)
      assert.deepEqual(await shown('view=late'), [late])
      assert.deepEqual(await shown('view=payment'), [])
      assert.deepEqual(await shown('q=ganhi'), [waiting])
      assert.deepEqual(await shown('q=AFI+east'), [late])
      assert.deepEqual(await shown('status=AWAITING_LOCATION'), [waiting])
      assert.deepEqual(await shown(`shop=${ganhi.shopId}`), [waiting])
      assert.deepEqual(await shown(`shop=${ganhi.shopId}&view=late`), [])
      const { to } = (await service.services.board.read()).deliveries.get(late) ?? {}
      assert.deepEqual(await shown(`zone=${to?.id}`), [late])
      assert.deepEqual(await shown(`courier=${afi.shopId}`), [])
      const { html } = await dispatcher.open(`/operations?city=${afi.shopId}`)
      assert.match(html, /Aucune course ne correspond à ce filtre/)
    })

    test('what an address asks for that does not exist is left out', async () => {
      for (const query of ['city=x', 'shop=%27%22%3E', 'late=1', 'city=a&city=b', 'q=%00', 'zone=x', 'act=x'])
        assert.deepEqual(listed((await dispatcher.open(`/operations?${query}`)).html), [late, waiting], query)
    })

    test('couriers and owners of shops have no board, and no stream of it', async () => {
      const courierId = await registerCourier(service)
      const { visitor: courier } = await signInCourier(service, courierId)
      const owner = await openConsole(service, { shopId: afi.shopId })
      for (const visitor of [courier, owner]) {
        assert.equal((await visitor.open('/operations')).status, 404)
        assert.equal((await follow(visitor)).status, 404)
      }
    })

    test('no phone number and no code is on it or in its stream', async () => {
      const { html } = await dispatcher.open('/operations')
      const page = await follow(dispatcher)
      await until(() => sent(page, 'board').length === 1, 'the board')
      const row = await service.services.db
        .selectFrom('deliveries')
        .select(['deliveries.customer_phone', 'deliveries.customer_last_name'])
        .where('deliveries.id', '=', late)
        .executeTakeFirstOrThrow()
      for (const secret of [row.customer_phone, row.customer_last_name, 'pickup_code', 'locks'])
        assert.ok(!html.includes(secret) && !JSON.stringify(page.events).includes(secret), secret)
      page.disconnect()
    })
  })

  describe('the stream of the board', () => {
    test('it sends all of the board, and then what changes, to each who watches', async () => {
      const pages = [await follow(operator), await follow(dispatcher, { 'accept-encoding': 'identity' })]
      for (const page of pages) await until(() => sent(page, 'board').length === 1, 'the board')
      assert.equal(pages[0]?.headers.get('content-encoding'), 'gzip')
      const [first] = sent(pages[0] as Followed, 'board')
      assert.deepEqual(first.deliveries.map(({ id }: { id: string }) => id).sort(), [late, waiting].sort())
      const { id } = await bringTo(service, afi, 'ASSIGNED')
      const courierId = await courierAt(service, eastOfShop(10))
      for (const page of pages) {
        const changed = (of: string) => sent(page, 'change').flatMap((change) => change[of])
        await until(() => changed('deliveries').some((row) => row.id === id), 'the delivery')
        await until(() => changed('couriers').some((row) => row.id === courierId), 'the courier')
      }
      await act(service, { shopId: afi.shopId, id }, 'cancel')
      for (const page of pages) {
        await until(
          () => sent(page, 'change').some((change) => change.goneDeliveries.includes(id)),
          'the end',
        )
        const versions = sent(page, 'change').map(({ version }) => version)
        const [{ version }] = sent(page, 'board')
        assert.deepEqual(
          versions,
          versions.map((_, at) => version + 1 + at),
        )
        page.disconnect()
      }
    })

    test('a delivery that becomes late is sent, though nothing happened to it', async () => {
      const { id } = await bringTo(service, afi, 'SEARCHING_COURIER')
      const page = await follow(operator)
      await until(() => sent(page, 'board').length === 1, 'the board')
      service.clock.forward(11 * 60_000)
      const lateRow = () =>
        sent(page, 'change')
          .flatMap(({ deliveries }) => deliveries)
          .find((row) => row.id === id && row.late.length > 0)
      await until(() => lateRow() !== undefined, 'its lateness')
      assert.equal(lateRow().late[0].reason, 'NO_COURIER')
      page.disconnect()
      await act(service, { shopId: afi.shopId, id }, 'cancel')
    })

    test('of seven streams of one person the oldest gives way', async () => {
      const pages: Followed[] = []
      for (let count = 0; count < 7; count += 1) pages.push(await follow(operator))
      const [oldest] = pages as [Followed]
      await until(() => oldest.isOver, 'the end of the oldest')
      assert.equal(oldest.events.at(-1)?.event, 'end')
      assert.ok(pages.slice(1).every(({ isOver }) => !isOver))
      for (const page of pages) page.disconnect()
    })
  })

  test('a stream ends when its session ends or who follows no longer runs the service', async () => {
    const { db, log } = service.services
    const people: Record<string, ConsoleVisitor> = {
      stays: await openOperations(service, { role: 'DISPATCHER' }),
      removed: await openOperations(service),
      signedOut: await openOperations(service, { role: 'DISPATCHER' }),
    }
    const sessions = new Map<string, OperatorSession>()
    for (const [name, { accountId }] of Object.entries(people)) {
      const { token } = await db
        .selectFrom('sessions')
        .select('sessions.token')
        .where('sessions.account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      sessions.set(name, { accountId, token })
    }
    let tick = () => {}
    const server = httpServer({
      log,
      language: 'fr',
      publicUrl: 'http://colis.test',
      sendError: (error, _request, reply) => reply.code(500).send(String(error)),
      trustProxy: undefined,
    })
    server.decorateRequest('operator', null)
    server.addHook('onRequest', async (request) => {
      const session = sessions.get(String(request.headers['x-name']))
      request.operator = { accountId: session?.accountId, sessionToken: session?.token } as Operator
    })
    await server.register(boardLive, {
      ...(service.services as unknown as OperationsDeps),
      repeat: (work) => {
        tick = work
        return () => {}
      },
    })
    const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/operations/board/live`
    const pages: Record<string, Followed> = {}
    for (const name of Object.keys(people)) pages[name] = await followAt(url, { 'x-name': name })
    const page = (name: string) => pages[name] as Followed
    for (const each of Object.values(pages)) await until(() => sent(each, 'board').length === 1, 'the board')
    await db
      .deleteFrom('operators')
      .where('account_id', '=', people.removed?.accountId ?? '')
      .execute()
    await db
      .deleteFrom('sessions')
      .where('account_id', '=', people.signedOut?.accountId ?? '')
      .execute()
    service.clock.forward(50_000)
    tick()
    await until(() => page('removed').isOver && page('signedOut').isOver, 'the ends')
    assert.equal(page('removed').events.at(-1)?.event, 'end')
    assert.equal(page('signedOut').events.at(-1)?.event, 'end')
    assert.equal(page('stays').isOver, false)
    await server.close()
    await until(() => page('stays').isOver, 'the end with the server')
  })
})
