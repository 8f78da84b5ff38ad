import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { announceToCouriers } from '../src/domain/couriers/announcements/announce-to-couriers.ts'
import { purgeAnnouncements } from '../src/domain/couriers/announcements/purge-announcements.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { suspendCourier } from '../src/domain/couriers/standing/suspend-courier.ts'
import { enqueueAnnouncements } from '../src/domain/messages/couriers/enqueue-announcements.ts'
import { findCities } from '../src/domain/zones/zone-store.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { assertVerbRefused } from './support/delivery-verbs.ts'
import { messageWork } from './support/message-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { signInCourier } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const href = '/operations/couriers/announcements'
const rain = 'Forte pluie à Akpakpa : roulez doucement.'

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let cityId: string

  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
    const [city] = await findCities(service.services.db, 'Cotonou')
    cityId = city?.id ?? ''
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    const { db } = service.services
    await db.deleteFrom('courier_announcements').execute()
    await db.deleteFrom('messages').execute()
  })
  after(() => service.close())

  const acting = () => ({
    ...service.services,
    actor: { kind: 'OPERATOR', id: operator.accountId } as Actor,
  })
  const announce = (text = rain) => announceToCouriers(acting(), { cityId, text })
  /** Hands on whatever is left. */
  async function handOn(): Promise<number> {
    let pieces = 0
    while (await enqueueAnnouncements(service.services.messages)) pieces += 1
    return pieces
  }
  const messages = () =>
    service.services.db
      .selectFrom('messages')
      .select(['messages.kind', 'messages.courier_id', 'messages.state', 'messages.last_failure'])
      .where('messages.kind', '=', 'COURIER_ANNOUNCEMENT')
      .execute()

  test('an operator writes to all couriers of a city, who have it until they have read it', async () => {
    const { id, visitor } = await signInCourier(service)
    const [elsewhere, suspended, gone] = [
      await registerCourier(service),
      await registerCourier(service),
      await registerCourier(service),
    ]
    await service.services.db.deleteFrom('courier_cities').where('courier_id', '=', elsewhere).execute()
    await suspendCourier(acting(), suspended, 'Contrôle')
    await retireCourier(acting(), gone)
    const version = async () => (await visitor.open('/courier')).html.match(/data-version="(\w[^"]*)"/)?.[1]
    const earlier = await version()

    const sent = await operator.submit(await operator.open(href), href, { cityId, text: rain })
    assert.match(textOf(sent), /Le message part à tous les livreurs de la ville\./)
    assert.match(textOf(sent), /en cours d’envoi/)
    await handOn()

    const told = (await messages()).map(({ courier_id }) => courier_id)
    assert.ok(told.includes(id))
    for (const other of [elsewhere, suspended, gone]) assert.ok(!told.includes(other))
    const page = await visitor.open('/courier')
    assert.match(textOf(page), /À tous les livreurs Forte pluie à Akpakpa : roulez doucement\. J’ai lu/)
    assert.notEqual(await version(), earlier)

    const seen = await visitor.submit(page, '/courier/actions/seen')
    assert.match(textOf(seen), /C’est noté/)
    assert.doesNotMatch(textOf(seen), /Forte pluie/)
    assert.match(textOf(await operator.open(href)), new RegExp(`lu par 1 sur ${told.length}`))
  })

  test('who has read it on their page gets no message any more', async () => {
    const { id, visitor } = await signInCourier(service)
    await announce()
    await handOn()
    await visitor.submit(await visitor.open('/courier'), '/courier/actions/seen')
    const work = messageWork(service)
    await work.once()
    const own = (await messages()).find(({ courier_id }) => courier_id === id)
    assert.deepEqual([own?.state, own?.last_failure], ['SKIPPED', 'NO_LONGER_TRUE'])
    assert.ok((await messages()).some(({ state }) => state === 'SENT'))
    assert.deepEqual(work.reportedErrors, [])
  })

  test('a city is written to four times within a day, and never the same twice', async () => {
    for (const text of ['Un', 'x'.repeat(301), ' \u200b ']) {
      const page = await operator.post(href, { cityId, text })
      assert.equal(page.status, 422, text)
      assert.match(textOf(page), /De 3 à 300 caractères\./)
    }
    await assertVerbRefused(announce('Un'), {
      status: 422,
      code: 'ANNOUNCEMENT_INVALID',
      en: 'Write 3 to 300 characters to the couriers.',
      fr: 'Écrivez aux livreurs de 3 à 300 caractères.',
    })
    await announce()
    assert.equal((await operator.post(href, { cityId, text: rain })).status, 409)
    for (const text of ['Deux roues', 'Trois roues', 'Quatre roues']) await announce(text)
    await assertVerbRefused(announce('Cinq roues'), {
      status: 409,
      code: 'TOO_MANY_ANNOUNCEMENTS',
      en: 'The couriers of this city were written to 4 times within a day, which is the most.',
      fr: 'Les livreurs de cette ville ont déjà reçu 4 messages en un jour : c’est le maximum.',
    })
    service.clock.forward(24 * 60 * 60_000)
    await announce('Cinq roues')
  })

  test('only operators write to all couriers, of a city that there is', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(href)).status, 403)
    assert.equal((await dispatcher.post(href, { cityId, text: rain })).status, 403)
    const { id } = await signInCourier(service)
    for (const actor of [
      { kind: 'OPERATOR', id: dispatcher.accountId },
      { kind: 'COURIER', id },
    ] as Actor[])
      await assert.rejects(announceToCouriers({ ...service.services, actor }, { cityId, text: rain }), {
        code: 'ROLE_REQUIRED',
      })
    assert.equal((await operator.post(href, { cityId: id, text: rain })).status, 422)
    await assert.rejects(announceToCouriers(acting(), { cityId: id, text: rain }), { code: 'CITY_NOT_FOUND' })
  })

  test('a courier reads what is written to them alone, and a foreign id changes nothing', async () => {
    const [one, other] = [await signInCourier(service), await signInCourier(service)]
    const { id } = await announce('Prudence <b>')
    await handOn()
    const page = await one.visitor.open('/courier')
    assert.ok(page.html.includes('Prudence &#60;b&#62;'))
    await one.visitor.submit(page, '/courier/actions/seen', { announcement: one.id })
    assert.match(textOf(await one.visitor.open('/courier')), /Prudence/)
    await one.visitor.submit(await one.visitor.open('/courier'), '/courier/actions/seen', {
      announcement: id,
    })
    assert.match(textOf(await other.visitor.open('/courier')), /Prudence/)
    const malformed = await one.visitor.post('/courier/actions/seen', { announcement: 'x', token: one.id })
    assert.equal(malformed.status, 400)
  })

  test('what nobody read leaves the page after a week, and the database after three months', async () => {
    const { visitor } = await signInCourier(service)
    await announce()
    await handOn()
    service.clock.forward(7 * 24 * 60 * 60_000)
    assert.doesNotMatch(textOf(await visitor.open('/courier')), /Forte pluie/)
    const { db } = service.services
    await purgeAnnouncements(service.services)
    assert.equal((await db.selectFrom('courier_announcements').selectAll().execute()).length, 1)
    service.clock.forward(84 * 24 * 60 * 60_000)
    await purgeAnnouncements(service.services)
    assert.equal((await db.selectFrom('courier_announcements').selectAll().execute()).length, 0)
    assert.equal((await db.selectFrom('courier_announcement_readers').selectAll().execute()).length, 0)
  })

  test('it goes out in pieces that each commit, to everybody once', async () => {
    const before = Number(
      (
        await service.services.db
          .selectFrom('courier_cities')
          .innerJoin('couriers', 'couriers.id', 'courier_cities.courier_id')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('courier_cities.city_id', '=', cityId)
          .where('couriers.retired_at', 'is', null)
          .where('couriers.suspended_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    )
    const wanted = 401
    for (let more = before; more < wanted; more += 1) await registerCourier(service)
    await announce()
    await enqueueAnnouncements(service.services.messages)
    assert.equal((await messages()).length, 200)
    assert.equal(await handOn(), 2)
    const told = (await messages()).map(({ courier_id }) => courier_id)
    assert.deepEqual([told.length, new Set(told).size], [wanted, wanted])
    assert.equal(await handOn(), 0)
  })
})
