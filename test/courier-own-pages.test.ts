import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { limits } from '../src/contract/limits.ts'
import { setCourierPortrait } from '../src/domain/couriers/portrait/set-courier-portrait.ts'
import { listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { pagePath } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { cameraJpeg, placeInPicture } from './support/door-notes.ts'
import { beginBooks, beginTransfer, endTransfer, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { openVisitor, textOf } from './support/visitor.ts'
import { withoutIds } from './support/without-ids.ts'

const act = (action: string) => `/courier/actions/${action}`

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop

  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
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

  test('the page of duty says what was earned today, on duty and off, and begins anew each day', async () => {
    const trip = await onTheWay()
    const { visitor } = trip.courier
    const says = async (figure: RegExp, language = 'fr') =>
      assert.match(textOf(await visitor.open('/courier', { 'accept-language': language })), figure)
    await handOver(trip)
    await settleAll(service)
    await says(/ Aujourd’hui : 480 FCFA, 1 course Terminer le service/)
    await says(/ Today: 480 FCFA, 1 trip Go off duty/, 'en')
    await visitor.submit(await visitor.open('/courier'), act('go-off-duty'))
    await says(/ Aujourd’hui : 480 FCFA, 1 course Commencer le service/)
    const started = service.clock.now()
    service.clock.set('2026-11-22T12:00:00.000Z')
    await says(/ Aujourd’hui : 0 FCFA, 0 course Commencer le service/)
    service.clock.set(started.toISOString())
  })

  test('a courier reads what they earned today and this week, and their past trips', async () => {
    const trip = await onTheWay()
    await handOver(trip)
    await settleAll(service)
    const { reference } = await rowOf(service, trip.key)
    const { visitor } = trip.courier
    assert.match((await visitor.open('/courier')).html, /href="\/courier\/trips"/)
    const page = await visitor.open('/courier/trips')
    assert.match(
      textOf(page),
      new RegExp(
        `^Mes gains Aujourd’hui 480 FCFA 1 course Cette semaine 480 FCFA 1 course Reste à vous verser 480 FCFA Me fixer un objectif Semaines et versements Courses passées 480 FCFA ${reference} Boutique Ganhi · Livrée 21 nov`,
      ),
    )
    assert.doesNotMatch(withoutIds(page.html), /Afi|Dossou|0197/)
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

  test('a courier reads week by week what they earned, what they were paid with its reference and date, and what is owed', async () => {
    const started = service.clock.now()
    const trip = await onTheWay()
    await handOver(trip)
    await settleAll(service)
    const { id: courierId, visitor } = trip.courier
    const paid = await beginTransfer(service, { courierId, amountFcfa: 300 })
    service.clock.forward(60 * 60_000)
    await endTransfer(service, paid, 'PAID')
    await service.services.db
      .updateTable('money_transfers')
      .set({ note: 'Au bureau' })
      .where('money_transfers.id', '=', paid.id)
      .execute()
    const unearned = await shop.order()
    await service.services.db
      .updateTable('deliveries')
      .set({ courier_id: courierId, status: 'CANCELLED', ended_at: service.clock.now() })
      .where('deliveries.id', '=', unearned.body.id)
      .execute()
    const underWay = await beginTransfer(service, { courierId, amountFcfa: 100 })

    const home = await visitor.open('/courier/trips')
    assert.match(textOf(home), /Reste à vous verser 80 FCFA/)
    assert.match(home.html, /href="\/courier\/week"/)
    const page = await visitor.open('/courier/week')
    assert.match(
      textOf(page),
      new RegExp(
        `^Ma semaine Du 16 nov. 2026 au 22 nov. 2026 Gains 480 FCFA 1 course Reste à vous verser 80 FCFA Versements 300 FCFA ${paid.reference}, payé 21 nov., 12:0\\d · Au bureau 100 FCFA ${underWay.reference}, en cours 21 nov., 12:0\\d Jour par jour sam. 21 1 course 480 FCFA Semaine d’avant Mes gains`,
      ),
    )
    const before = textOf(await visitor.open('/courier/week?week=2026-11-15'))
    assert.match(before, /^Ma semaine Du 9 nov. 2026 au 15 nov. 2026 Gains 0 FCFA 0 course Reste/)
    assert.match(before, /Aucun versement cette semaine\. .* Semaine d’avant Semaine d’après/)
    const english = textOf(await visitor.open('/courier/week?lang=en'))
    assert.match(
      english,
      new RegExp(`^My week From 16 Nov 2026 to 22 Nov 2026 .* 300 FCFA ${paid.reference}, paid 21 Nov, 12:0`),
    )
    await visitor.open('/courier/week?lang=fr')
    // Nothing of others, and no week that is to come or that does not exist.
    const other = await signInCourier(service)
    const foreign = textOf(await other.visitor.open('/courier/week'))
    assert.match(foreign, /Gains 0 FCFA 0 course Reste à vous verser 0 FCFA/)
    assert.ok(!foreign.includes(paid.reference))
    for (const week of ['2027-05-01', '2099-12-31', '2026-02-30', 'x', "'", '2026-11-16&week=2'])
      assert.match(textOf(await visitor.open(`/courier/week?week=${week}`)), /^Ma semaine Du 16 nov. 2026/)
    service.clock.set(started.toISOString())
  })

  test('a courier whose number is refused reads it with what to do, and asks for another try', async () => {
    const started = service.clock.now()
    const trip = await onTheWay()
    await handOver(trip)
    await settleAll(service)
    const { id: courierId, phone, visitor } = trip.courier
    const refused = await beginTransfer(service, { courierId, amountFcfa: 480, phone })
    assert.doesNotMatch(textOf(await visitor.open('/courier/trips')), /n’est pas passé/)
    await endTransfer(service, refused, 'REFUSED', { reason: 'NUMBER_REFUSED' })

    const said =
      /Votre argent n’est pas passé Nous n’avons pas pu vous envoyer 480 FCFA : votre opérateur refuse le \+229 01 40 00 \d\d \d\d\. Rien n’est perdu, l’argent vous attend\. Voyez avec votre opérateur si votre compte mobile money est actif/
    const early = await visitor.open('/courier/trips')
    assert.match(textOf(early), said)
    assert.match(textOf(early), /Vous pourrez réessayer à partir du 21 nov\., 11:\d\d\./)
    assert.doesNotMatch(early.html, /payout\/retry/)
    assert.match(textOf(await visitor.open('/courier/week')), said)
    await visitor.post('/courier/payout/retry', { transfer: refused.id })
    assert.match(textOf(await visitor.open('/courier/trips')), said)

    service.clock.forward(15 * 60_000)
    const other = await signInCourier(service)
    await other.visitor.post('/courier/payout/retry', { transfer: refused.id })
    const page = await visitor.open('/courier/trips')
    const done = await visitor.submit(page, '/courier/payout/retry')
    const retriedAt = service.clock.now()
    service.clock.forward(1_000)
    assert.equal(done.path, '/courier/trips?retried')
    assert.match(textOf(done), /^Nous réessayons : regardez dans quelques minutes\. Mes gains/)
    assert.doesNotMatch(textOf(done), /n’est pas passé/)
    // Pressed again on the page of before: nothing happens twice.
    const again = await visitor.submit(page, '/courier/payout/retry')
    assert.equal(again.path, '/courier/trips')
    for (const transfer of ['', 'x', courierId])
      assert.equal((await visitor.post('/courier/payout/retry', { transfer })).path, '/courier/trips')
    const [transfer] = await listTransfersTo(service.services.db, { courier: courierId }, 2)
    assert.deepEqual([transfer?.id, transfer?.retry_at], [refused.id, retriedAt])
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
    for (const path of ['/courier/trips', '/courier/week', '/courier/photo', '/courier/photo/image'])
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

  test('a courier’s picture is stored without where it was taken', async () => {
    const courier = await signInCourier(service)
    assert.equal((await upload(courier, cameraJpeg())).statusCode, 204)
    const rows = await service.services.db.selectFrom('courier_portraits').select('bytes').execute()
    assert.ok(rows.length > 0)
    for (const { bytes } of rows) assert.ok(!Buffer.from(bytes).includes(placeInPicture))
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
