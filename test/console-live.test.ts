import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import type { ShopSession } from '../src/domain/accounts/membership-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { replaceCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { declareBroughtBack } from '../src/domain/deliveries/transitions/declare-brought-back.ts'
import type { PartAbout } from '../src/doors/console/live/live-routes.ts'
import { insertEvent } from '../src/events/event-store.ts'
import { followChanges } from '../src/events/follow-changes.ts'
import { liveEvent } from '../src/web/live/live-message.ts'
import { holdStreams, type LiveStream } from '../src/web/live/live-streams.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { partnerEventOf, sequenceAll } from './support/event-work.ts'
import { type Followed, type LiveConsoles, openLiveConsoles } from './support/live-consoles.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { recordStatements } from './support/statements.ts'
import { until } from './support/until.ts'

let service: TestService
before(async () => {
  service = await openService(await openAny())
})
after(() => service.close())

/** What was rendered, in order, and what it is rendered to. */
let rendered: PartAbout[] = []
let home = 'nothing yet'
let consoles: LiveConsoles
let shop: TestShop
let owner: ShopSession
beforeEach(async () => {
  rendered = []
  home = 'nothing yet'
  consoles = await openLiveConsoles(service, {
    home: async (about) => {
      rendered.push(about)
      if (home === '') throw new Error('Nothing can be rendered today.')
      return `<p>${home}</p>\n<p>${about.language} ${about.role}</p>`
    },
  })
  shop = await service.openShop()
  owner = await consoles.signIn(shop.shopId)
  await sequenceAll(service.services)
})
afterEach(() => consoles.close())

/** A console that has begun to follow. */
async function follow(session = owner, query = '', headers = {}): Promise<Followed> {
  const page = await consoles.follow(session, { query, headers })
  assert.equal(page.status, 200)
  await until(() => named(page, 'listening').length === 1, 'the beginning of the stream')
  return page
}

const named = ({ events }: Followed, name: string) => events.filter(({ event }) => event === name)
const changesIn = (page: Followed): string[] =>
  named(page, 'changed').flatMap(({ data }) => JSON.parse(data) as string[])

const directPayment = {
  mode: 'CASH_ON_DELIVERY',
  goodsAmount: 10_000,
  feePayer: 'CUSTOMER',
  collection: 'DIRECT',
}

describe('what consoles are told', () => {
  test('a console is told which deliveries of its shop changed, and nothing of other shops', async () => {
    const other = await service.openShop()
    const page = await follow()
    const stranger = await follow(await consoles.signIn(other.shopId))
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => changesIn(page).length > 0, 'the change')
    assert.deepEqual(changesIn(page), [key.id])
    const theirs = await bringTo(service, other, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => changesIn(stranger).length > 0, 'the change of the other shop')
    assert.deepEqual(changesIn(stranger), [theirs.id])
    assert.deepEqual(changesIn(page), [key.id])
  })

  test('a console that follows one delivery is told of no other', async () => {
    const [one, other] = [
      await bringTo(service, shop, 'ASSIGNED'),
      await bringTo(service, shop, 'AWAITING_LOCATION'),
    ]
    await sequenceAll(service.services)
    const page = await follow(owner, `?delivery=${one.id}`)
    const all = await follow()
    await act(service, other, 'cancel')
    await sequenceAll(service.services)
    await until(() => changesIn(all).length === 1, 'the other delivery')
    await act(service, one, 'cancel')
    await sequenceAll(service.services)
    await until(() => changesIn(page).length > 0, 'the delivery')
    assert.deepEqual(changesIn(page), [one.id])
  })

  test('many changes at once are one event, which names none when there are more than a hundred', async () => {
    const page = await follow()
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await act(service, key, 'assign')
    await sequenceAll(service.services)
    await until(() => named(page, 'changed').length === 1, 'the change')
    assert.deepEqual(changesIn(page), [key.id])
    for (let count = 0; count < 101; count += 1) await shop.order()
    await sequenceAll(service.services)
    await until(() => named(page, 'changed').length === 2, 'the changes')
    assert.equal(named(page, 'changed')[1]?.data, '[]')
  })

  const withoutEvents: Record<string, () => Promise<{ id: string; changes?: number }>> = {
    'a courier who took the place of another': async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await replaceCourier(service.services, key, { ...courier, firstName: 'Koffi' })
      return key
    },
    'a second courier, who arrived at the shop as well': async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await arriveAtPickup(service.services, key)
      await replaceCourier(service.services, key, { ...courier, firstName: 'Koffi' })
      await arriveAtPickup(service.services, key)
      return { ...key, changes: 2 }
    },
    'a cancelled parcel that was brought back': async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      await act(service, key, 'cancel')
      await declareBroughtBack(service.services, key)
      return key
    },
  }
  for (const [what, change] of Object.entries(withoutEvents))
    test(`a change that has no event for partners has one in the log: ${what}`, async () => {
      const { id, changes = 1 } = await change()
      const events = await service.services.db
        .selectFrom('events')
        .select(['events.audience', 'events.body', 'events.subject_id'])
        .where('events.delivery_id', '=', id)
        .where('events.type', '=', 'delivery.amended')
        .execute()
      assert.deepEqual(events, Array(changes).fill({ audience: 'INTERNAL', body: '{}', subject_id: id }))
    })

  test('a payment that the shop denied is told to its consoles', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', { payment: directPayment })
    await changePayment(service.services, key, 'declarePaid')
    await sequenceAll(service.services)
    const page = await follow(owner, `?delivery=${key.id}`)
    await changePayment(service.services, key, 'deny')
    await sequenceAll(service.services)
    await until(() => changesIn(page).length === 1, 'the change')
  })

  test('offers to couriers are told to no console', async () => {
    const page = await follow()
    const { db, clock } = service.services
    const offered = await bringTo(service, shop, 'SEARCHING_COURIER')
    await sequenceAll(service.services)
    await until(() => changesIn(page).length === 1, 'the order')
    await db
      .transaction()
      .execute((trx) => insertEvent(trx, partnerEventOf(offered, 'delivery.offered', clock.now())))
    await sequenceAll(service.services)
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => changesIn(page).length > 1, 'the next order')
    assert.deepEqual(changesIn(page), [offered.id, key.id])
  })
})

describe('parts of pages that are rendered once', () => {
  test('a part is rendered once for all consoles of a shop that show the same, at first and for a change', async () => {
    const pages = [await follow(owner, '?part=home'), await follow(owner, '?part=home')]
    await until(() => pages.every((page) => named(page, 'home').length === 1), 'the part as it is')
    assert.equal(rendered.length, 1)
    home = 'an order'
    await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => pages.every((page) => named(page, 'home').length === 2), 'the new part')
    assert.equal(named(pages[1] as Followed, 'home')[1]?.data, '<p>an order</p>\n<p>fr OWNER</p>')
    assert.equal(rendered.length, 2)
    assert.deepEqual(changesIn(pages[0] as Followed), [])
  })

  test('a part is rendered apart for another language and another role', async () => {
    const staff = await consoles.signIn(shop.shopId, { role: 'STAFF' })
    const pages = [
      await follow(owner, '?part=home'),
      await follow(owner, '?part=home', { 'accept-language': 'en' }),
      await follow(staff, '?part=home'),
    ]
    await until(() => pages.every((page) => named(page, 'home').length === 1), 'the parts')
    assert.deepEqual(
      pages.map((page) => named(page, 'home')[0]?.data.split('\n')[1]),
      ['<p>fr OWNER</p>', '<p>en OWNER</p>', '<p>fr STAFF</p>'],
    )
  })

  test('a part that a change left as it was is not sent again, and a change of another shop renders nothing', async () => {
    const page = await follow(owner, '?part=home')
    const all = await follow()
    await until(() => named(page, 'home').length === 1, 'the part')
    await bringTo(service, await service.openShop(), 'AWAITING_LOCATION')
    await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => changesIn(all).length === 1 && rendered.length === 2, 'the change')
    assert.equal(named(page, 'home').length, 1)
    assert.ok(rendered.every(({ shopId }) => shopId === shop.shopId))
  })

  test('a part that could not be rendered is rendered again at the next tick, and every part after five minutes', async () => {
    home = ''
    const page = await follow(owner, '?part=home')
    await until(() => rendered.length === 1, 'the rendering that fails')
    home = 'better'
    consoles.tick()
    await until(() => named(page, 'home').length === 1, 'the part')
    consoles.tick()
    home = 'much later'
    service.clock.forward(5 * 60_000)
    consoles.tick()
    await until(() => named(page, 'home').length === 2, 'the part after five minutes')
    assert.equal(rendered.length, 3)
  })

  test('a part that is too long is not sent: its pages are told that something changed', async () => {
    home = 'x'.repeat(50_000)
    const page = await follow(owner, '?part=home')
    await until(() => named(page, 'changed').length === 1, 'the change')
    assert.deepEqual(named(page, 'home'), [])
  })
})

describe('what following costs', () => {
  test('one read of the log serves the listeners of all shops, and nothing is read while nobody listens', async () => {
    const { services } = service
    const { db, texts } = recordStatements(services.db)
    const heard: string[] = []
    const follower = followChanges({ ...services, db, ignoredTypes: [] })
    await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(services)
    assert.equal(texts.length, 0)
    const shops = [shop, await service.openShop(), await service.openShop()]
    const stops = shops.flatMap(({ shopId }, at) =>
      Array.from({ length: 5 }, () =>
        follower.subscribeShop(shopId, (ids) => heard.push(...[...ids].map((id) => `${at} ${id}`))),
      ),
    )
    await follower.whenReading()
    assert.equal(texts.length, 1)
    const first = await bringTo(service, shops[0] as TestShop, 'AWAITING_LOCATION')
    const second = await bringTo(service, shops[1] as TestShop, 'AWAITING_LOCATION')
    await sequenceAll(services)
    await until(() => heard.length === 10, 'the changes')
    assert.deepEqual(new Set(heard), new Set([`0 ${first.id}`, `1 ${second.id}`]))
    assert.equal(texts.length, 2)
    for (const stop of stops) stop()
    await follower.stop()
    await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(services)
    assert.equal(texts.length, 2)
  })

  test('the sessions of all consoles are checked by one statement', async () => {
    const { services } = service
    const { db, texts } = recordStatements(services.db)
    const recorded = await openLiveConsoles({ ...service, services: { ...services, db } })
    const session = await recorded.signIn(shop.shopId)
    const pages = await Promise.all([1, 2, 3].map(() => recorded.follow(session)))
    await until(() => pages.every((page) => named(page, 'listening').length === 1), 'the streams')
    texts.splice(0)
    service.clock.forward(40_000)
    recorded.tick()
    await until(() => texts.length > 0, 'the check')
    recorded.tick()
    await until(() => pages.every(({ comments }) => comments.length === 2), 'the heartbeats')
    assert.equal(texts.length, 1)
    assert.ok(pages.every(({ isOver }) => !isOver))
    await recorded.close()
  })

  test('the script is at most 2 KB over the wire', () => {
    const script = readFileSync(new URL('../src/web/live/workspace-live.js', import.meta.url))
    assert.ok(brotliCompressSync(script).length <= 2_048)
  })
})

describe('the bounds of streams', () => {
  test('a stream hints when to connect again, and a heartbeat keeps it open', async () => {
    const page = await follow()
    assert.equal(page.retryMs, 6_500)
    assert.equal(page.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    consoles.tick()
    await until(() => page.comments.length === 1, 'the heartbeat')
  })

  test('the seventh stream of an account ends its oldest, whose page does not connect again', async () => {
    const others = await service.openShop()
    const same = await consoles.signIn(others.shopId, { accountId: owner.accountId })
    const pages: Followed[] = []
    for (let count = 0; count < 7; count += 1) pages.push(await follow(count % 2 ? same : owner))
    await until(() => pages[0]?.isOver === true, 'the oldest to give way')
    assert.equal(pages[0]?.events.at(-1)?.event, 'end')
    assert.ok(pages.slice(1).every(({ isOver }) => !isOver))
  })

  test('the forty-first stream of a shop ends its oldest', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => consoles.signIn(shop.shopId)))
    const pages: Followed[] = []
    for (let count = 0; count < 41; count += 1) pages.push(await follow(members[count % 7]))
    await until(() => pages[0]?.isOver === true, 'the oldest to give way')
    assert.ok(pages.slice(1).every(({ isOver }) => !isOver))
  })

  test('a stream that a page left makes room', async () => {
    const pages: Followed[] = []
    for (let count = 0; count < 6; count += 1) pages.push(await follow())
    pages[5]?.disconnect()
    await until(() => pages[5]?.isOver === true, 'the page to leave')
    const { promise, resolve } = Promise.withResolvers<void>()
    consoles.app.server.getConnections(() => resolve())
    await promise
    await follow()
    consoles.tick()
    await until(() => pages[0]?.comments.length === 1, 'the heartbeat')
    assert.equal(pages[0]?.isOver, false)
  })

  test('a stream ends after half an hour, and its page connects again', async () => {
    const page = await follow()
    service.clock.forward(30 * 60_000)
    consoles.tick()
    await until(() => page.isOver, 'the end')
    assert.deepEqual(named(page, 'end'), [])
  })

  test('streams end when the service stops, and their pages connect again', async () => {
    const page = await follow()
    await consoles.close()
    await until(() => page.isOver, 'the end')
    assert.deepEqual(named(page, 'end'), [])
  })

  test('a console that does not read is disconnected instead of buffered for', async () => {
    const opened: LiveStream<typeof owner>[] = []
    let ended = 0
    const streams = holdStreams<typeof owner>({
      ...service.services,
      listOpenSessions: async (asked) => new Set(asked),
    })
    const server = createServer((_request, raw) => {
      raw.writeHead(200)
      opened.push(streams.open(raw, owner, { isGzip: false, ended: () => (ended += 1) }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const [reader, idle] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    for (const socket of [reader, idle]) socket.write('GET / HTTP/1.1\r\nhost: colis.test\r\n\r\n')
    let bytes = 0
    reader.on('data', (chunk) => (bytes += chunk.length))
    idle.on('error', () => {}).pause()
    await until(() => opened.length === 2, 'both streams')
    const message = liveEvent('home', 'x'.repeat(40_000))
    let sent = 0
    for (; ended === 0; sent += 1) {
      assert.ok(sent < 2_000, 'It was buffered for.')
      for (const { send } of opened) send(message)
      await until(() => bytes >= (sent + 1) * message.plain.length, 'the reader to read')
    }
    assert.equal(ended, 1)
    reader.destroy()
    idle.destroy()
    server.close()
  })

  test('a compressed stream is one whole file of gzip', async () => {
    const path = `/console/shops/${shop.shopId}/live?part=home`
    const headers = { cookie: `session=${owner.token}`, 'accept-encoding': 'gzip, deflate, br' }
    const request = get(`${consoles.address}${path}`, { headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    assert.equal(response.headers['content-encoding'], 'gzip')
    const page = await follow(owner, '?part=home')
    const whole = Array.fromAsync<Buffer>(response)
    await until(() => named(page, 'home').length === 1, 'the part')
    home = 'an order '.repeat(1_000)
    await bringTo(service, shop, 'AWAITING_LOCATION')
    await sequenceAll(service.services)
    await until(() => named(page, 'home').length === 2, 'the new part')
    await consoles.close()
    const bytes = Buffer.concat(await whole)
    const [first, second] = ['nothing yet', home].map(
      (text) => `event: home\ndata: <p>${text}</p>\ndata: <p>fr OWNER</p>\n\n`,
    )
    const began = 'retry: 6500\n\nevent: listening\ndata: {}\n\n'
    assert.equal(gunzipSync(bytes).toString(), `${began}${first}${second}`)
    assert.ok(bytes.length < 400)
  })
})

describe('who may follow', () => {
  test('a member of a shop follows it with the session of the console, and of no other shop', async () => {
    const visitor = await openConsole(service, { shopId: shop.shopId })
    const other = await service.openShop()
    const base = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = (shopId: string, headers: Record<string, string>) =>
      fetch(`${base}/console/shops/${shopId}/live`, { headers, redirect: 'manual' })
    assert.equal((await ask(shop.shopId, {})).status, 303)
    assert.equal((await ask(other.shopId, { cookie })).status, 404)
    const answer = await ask(shop.shopId, { cookie })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    await until(async () => {
      text += (await reader?.read())?.value ?? ''
      return text.includes('event: listening')
    }, 'the beginning of the stream')
    await reader?.cancel()
  })

  const endings: Record<string, (session: ShopSession) => Promise<unknown>> = {
    'signed out': ({ token }) =>
      service.services.db.deleteFrom('sessions').where('sessions.token', '=', token).execute(),
    'was removed from the shop': ({ accountId }) =>
      service.services.db.deleteFrom('memberships').where('memberships.account_id', '=', accountId).execute(),
    'is not an owner any more': ({ accountId }) =>
      service.services.db
        .updateTable('memberships')
        .set({ role: 'STAFF' })
        .where('memberships.account_id', '=', accountId)
        .execute(),
    'has a session that ran out': ({ token }) =>
      service.services.db
        .updateTable('sessions')
        .set({ expires_at: service.clock.now() })
        .where('sessions.token', '=', token)
        .execute(),
  }
  for (const [what, end] of Object.entries(endings))
    test(`the stream of somebody who ${what} ends within a minute, and others stay`, async () => {
      const [page, other] = [await follow(), await follow(await consoles.signIn(shop.shopId))]
      await end(owner)
      service.clock.forward(25_000)
      consoles.tick()
      service.clock.forward(25_000)
      consoles.tick()
      await until(() => page.isOver, 'the end')
      assert.equal(page.events.at(-1)?.event, 'end')
      await until(() => other.comments.length === 2, 'the heartbeats of the other')
      assert.equal(other.isOver, false)
    })

  test('an operator may follow any shop, until they are none any more', async () => {
    const operator = await consoles.signIn(shop.shopId, { role: 'OPERATOR' })
    const page = await follow(operator)
    service.clock.forward(40_000)
    consoles.tick()
    await until(() => page.comments.length === 1, 'the heartbeat')
    const { db } = service.services
    await db.deleteFrom('operators').where('operators.account_id', '=', operator.accountId).execute()
    service.clock.forward(40_000)
    consoles.tick()
    await until(() => page.isOver, 'the end')
  })
})
