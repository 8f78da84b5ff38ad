import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { limits } from '../src/base/contract/limits.ts'
import { setCourierPortrait } from '../src/domain/couriers/portrait/set-courier-portrait.ts'
import { pagePath } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { openVisitor, textOf } from './support/visitor.ts'

const act = (action: string) => `/courier/actions/${action}`

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  beforeEach(async () => {
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  /** A courier who has a parcel. */
  async function onTheWay() {
    const courier = await signInCourier(service)
    const { visitor } = courier
    const key = await offerTrip(service, shop)
    const accepted = await visitor.submit(await visitor.open('/courier'), act('accept'))
    const arrived = await visitor.submit(accepted, act('arrive'))
    const { pickup_code } = await rowOf(service, key)
    const page = await visitor.submit(arrived, act('pick-up'), { code: pickup_code })
    return { courier, key, page }
  }

  async function handOver({ courier, key, page }: Awaited<ReturnType<typeof onTheWay>>) {
    const { confirmation_code } = await rowOf(service, key)
    return courier.visitor.submit(page, act('hand-over'), { code: confirmation_code })
  }

  const upload = (
    { visitor }: Pick<SignedIn, 'visitor'>,
    payload: Buffer,
    cookies = visitor.cookies,
    headers = {},
  ) =>
    service.app.inject({
      method: 'POST',
      url: '/courier/photo',
      headers: {
        host: 'colis.test',
        origin: 'http://colis.test',
        'content-type': 'image/png',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      payload,
    })

  test('a courier reads what they earned today and this week, and their past trips', async () => {
    const trip = await onTheWay()
    await handOver(trip)
    const { reference } = await rowOf(service, trip.key)
    const { visitor } = trip.courier
    assert.match((await visitor.open('/courier')).html, /href="\/courier\/trips"/)
    const page = await visitor.open('/courier/trips')
    assert.match(
      textOf(page),
      new RegExp(
        `^Mes gains Aujourd’hui 480 FCFA 1 course Cette semaine 480 FCFA 1 course Courses passées 480 FCFA ${reference} Boutique Ganhi · Livrée 21 nov`,
      ),
    )
    assert.doesNotMatch(page.html, /Afi|Dossou|0197/)
    // Monday is another week, and its own day.
    const started = service.clock.now()
    service.clock.set('2026-11-22T23:30:00.000Z')
    assert.match(
      textOf(await visitor.open('/courier/trips')),
      /Aujourd’hui 0 FCFA 0 course Cette semaine 0 FCFA/,
    )
    service.clock.set('2026-11-22T12:00:00.000Z')
    assert.match(
      textOf(await visitor.open('/courier/trips')),
      /Aujourd’hui 0 FCFA 0 course Cette semaine 480 FCFA/,
    )
    service.clock.set(started.toISOString())
  })

  test('past trips come in pages, none of them twice, and none of another courier', async () => {
    const mine = await signInCourier(service)
    const other = await onTheWay()
    await handOver(other)
    const { db } = service.services
    const first = await rowOf(service, other.key)
    for (let count = 0; count < 45; count += 1) {
      const made = await shop.order()
      await db
        .updateTable('deliveries')
        .set({
          courier_id: mine.id,
          status: 'DELIVERED',
          ended_at: new Date(Date.parse('2026-11-20T10:00:00Z') + Math.floor(count / 3) * 1_000),
        })
        .where('deliveries.id', '=', made.body.id)
        .execute()
    }
    const seen: string[] = []
    for (let path: string | undefined = '/courier/trips'; path; ) {
      const { html } = await mine.visitor.open(path)
      seen.push(...[...html.matchAll(/COL-\w{6}/g)].map(([reference]) => reference))
      path = /href="(\/courier\/trips\?before[^"]+)"/.exec(html)?.[1]?.replace('&#61;', '=')
      assert.ok(seen.length <= 60, 'the pages come to an end')
    }
    assert.deepEqual([seen.length, new Set(seen).size, seen.includes(first.reference)], [45, 45, false])
  })

  test('a cursor that is none shows the last trips', async () => {
    const { visitor } = await signInCourier(service)
    for (const before of ['x', '1.2', '99999999999999999.a', `-1.${'a'.repeat(5_000)}`, '1&before=2'])
      assert.equal((await visitor.open(`/courier/trips?before=${before}`)).status, 200)
    const { id } = await signInCourier(service)
    assert.equal((await visitor.open(`/courier/trips?before=999999999999999.${id}`)).status, 200)
  })

  test('what couriers see of themselves is behind their session', async () => {
    const stranger = openVisitor(service)
    for (const path of ['/courier/trips', '/courier/photo', '/courier/photo/image'])
      assert.match((await stranger.open(path)).path, /^\/courier\/sign-in/)
    assert.equal((await upload({ visitor: stranger }, plainPng())).headers.location, '/courier/sign-in')
  })

  test('a courier sets, sees, replaces and removes their picture', async () => {
    const courier = await signInCourier(service)
    assert.match(textOf(await courier.visitor.open('/courier/photo')), /Vous n’avez pas encore de photo/)
    assert.equal((await upload(courier, plainPng())).statusCode, 204)
    assert.equal((await upload(courier, plainPng({ width: 9 }))).statusCode, 204)
    const { html } = await courier.visitor.open('/courier/photo')
    const [, source = ''] = /<img class="portrait" src="([^"]+)"/.exec(html) ?? []
    const picture = await courier.visitor.open(source)
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png'])
    await courier.visitor.post('/courier/photo/remove', {})
    assert.equal((await courier.visitor.open('/courier/photo/image')).status, 404)
  })

  for (const [what, payload, status] of [
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422],
    ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>'), 422],
    ['a picture that is too heavy', plainPng({ noise: limits.portraitBytes }), 413],
    ['a picture of too many pixels', plainPng({ width: limits.portraitPixels + 1 }), 422],
    ['the beginning of a picture', plainPng().subarray(0, 20), 422],
  ] as const)
    test(`${what} is refused as a courier’s picture`, async () => {
      const courier = await signInCourier(service)
      assert.equal((await upload(courier, payload)).statusCode, status)
      assert.equal((await courier.visitor.open('/courier/photo/image')).status, 404)
    })

  test('a picture sent from a page of another site is refused', async () => {
    const courier = await signInCourier(service)
    const answer = await upload(courier, plainPng(), undefined, {
      origin: 'https://elsewhere.example.com',
      'sec-fetch-site': 'cross-site',
    })
    assert.equal(answer.statusCode, 403)
  })

  test('a courier cannot set the picture of another one', async () => {
    const [one, other] = [await signInCourier(service), await signInCourier(service)]
    const deps = { ...service.services, actor: { kind: 'COURIER' as const, id: one.id } }
    await assert.rejects(setCourierPortrait(deps, other.id, plainPng()), { code: 'ROLE_REQUIRED' })
  })

  test('the customer sees the courier’s picture only while the courier has the parcel', async () => {
    const courier = await signInCourier(service)
    await setCourierPortrait(service.services, courier.id, plainPng())
    const key = await offerTrip(service, shop)
    const customer = openVisitor(service)
    const path = pagePath(service, key)
    const shown = async () => {
      const { html } = await customer.open(path, { 'accept-encoding': 'identity' })
      return /<(img|span) class="face"/.exec(html)?.[1]
    }
    const photo = async (at = path) => (await customer.open(`${at}/courier-photo/1`)).status
    assert.deepEqual([await shown(), await photo()], [undefined, 404])
    const { visitor } = courier
    const accepted = await visitor.submit(await visitor.open('/courier'), act('accept'))
    const arrived = await visitor.submit(accepted, act('arrive'))
    assert.deepEqual([await shown(), await photo()], ['span', 404])
    const { pickup_code, confirmation_code } = await rowOf(service, key)
    const page = await visitor.submit(arrived, act('pick-up'), { code: pickup_code })
    assert.equal(await photo(), 200)
    assert.equal(await photo(`${path.slice(0, -4)}AAAA`), 404)
    const answer = await customer.open(`${path}/courier-photo/1`)
    assert.equal(answer.headers['cache-control'], 'private, max-age=600')
    await visitor.submit(page, act('hand-over'), { code: confirmation_code })
    assert.deepEqual([await shown(), await photo()], [undefined, 404])
  })
})
