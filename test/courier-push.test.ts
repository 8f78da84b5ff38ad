import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { cliActor, customerActor } from '../src/base/kernel/actor.ts'
import { limits } from '../src/contract/limits.ts'
import { announceToCouriers } from '../src/domain/couriers/announcements/announce-to-couriers.ts'
import { markAnnouncementSeen } from '../src/domain/couriers/announcements/mark-announcement-seen.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { leaveShift } from '../src/domain/couriers/shifts/leave-shift.ts'
import { planShifts } from '../src/domain/couriers/shifts/plan-shifts.ts'
import { listShifts } from '../src/domain/couriers/shifts/shift-store.ts'
import { takeShift } from '../src/domain/couriers/shifts/take-shift.ts'
import { askSecondTry } from '../src/domain/deliveries/second-try/ask-second-try.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { assignChosenCourier } from '../src/domain/matching/overseeing/assign-chosen-courier.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { enqueueAnnouncements } from '../src/domain/messages/couriers/enqueue-announcements.ts'
import { remindOfShifts } from '../src/domain/messages/couriers/remind-of-shifts.ts'
import { enqueueMessages } from '../src/domain/messages/enqueue-messages.ts'
import { listMessages } from '../src/domain/messages/message-store.ts'
import { isAllowedHost } from '../src/domain/push/push-address.ts'
import { vapidKeys } from '../src/domain/push/vapid-keys.ts'
import { searchOnce } from './support/courier-work.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import {
  accepts,
  answersWith,
  openPushServer,
  type PushBrowser,
  type PushServer,
  pushHost,
} from './support/push-server.ts'
import { type PushWork, pushWork, subscribe, subscribed } from './support/push-work.ts'
import { setRules } from './support/rules.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { give, orderTo } from './support/tour-work.ts'
import { openVisitor } from './support/visitor.ts'
import { withoutIds } from './support/without-ids.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let server: PushServer
  let work: PushWork

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    server = await openPushServer(service.services.push.vapid.publicKey)
    work = pushWork(service, server)
  })
  beforeEach(async () => {
    const { db } = service.services
    await db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await db.deleteFrom('courier_searches').execute()
    await db.deleteFrom('push_subscriptions').execute()
    server.faults.length = 0
  })
  after(async () => {
    await work.close()
    await server.close()
    await service.close()
  })

  const subscriptions = () =>
    service.services.db.selectFrom('push_subscriptions').selectAll().orderBy('created_at').execute()
  const pending = () => service.services.db.selectFrom('offer_pushes').selectAll().execute()
  /** A courier at work who is signed in, with a phone that hears of offers. */
  async function withPhone(answering = accepts) {
    const courier = await signInCourier(service)
    return { courier, browser: await subscribed(courier, server.browser(answering)) }
  }

  test('a phone that asked for it is pushed each offer, encrypted for it alone, for as long as the offer lasts', async () => {
    const { browser } = await withPhone()
    const key = await offerTrip(service, shop)
    await work.once()

    assert.deepEqual(server.faults, [])
    assert.equal(browser.received.length, 1)
    const { headers, text } = browser.received[0] ?? { headers: {} as IncomingHttpHeaders, text: '' }
    assert.deepEqual(JSON.parse(text), {
      offer: key.id,
      pay: 480,
      from: 'West',
      to: 'East',
      title: 'Course : 480\u00a0FCFA pour vous',
      body: 'De West vers East, 2,9\u00a0km. Rien à encaisser.',
      lang: 'fr',
    })
    assert.deepEqual([headers.ttl, headers.urgency], ['90', 'high'])
    assert.deepEqual(await pending(), [])
    const [kept] = await subscriptions()
    assert.deepEqual([kept?.last_used_at, kept?.failed_at], [service.clock.now(), null])
  })

  test('a push names neither the shop nor the customer, nor any phone number', async () => {
    const { browser } = await withPhone()
    await offerTrip(service, shop)
    await work.once()
    const text = withoutIds(browser.received[0]?.text ?? '')
    assert.doesNotMatch(text, /Ganhi|Afi|Dossou|0197|Portail|marché|6\.3|2\.4/)
  })

  test('a push says what the customer pays and how, and fits two lines', async () => {
    const { browser } = await withPhone()
    const sale = { mode: 'CASH_ON_DELIVERY', feePayer: 'MERCHANT', goodsAmount: 15_000 }
    await offerTrip(service, shop, { payment: { ...sale, collection: 'SECURE' } })
    await offerTrip(service, shop, { payment: { ...sale, collection: 'DIRECT' }, dropoff: center })
    await work.once()
    const bodies = browser.received.map(({ text }) => JSON.parse(text).body.replaceAll(/\s/g, ' '))
    assert.deepEqual(bodies.sort(), [
      'Dans West, 10 m. Le client paie 15 000 FCFA à la boutique.',
      'De West vers East, 2,9 km. Le client paie 15 000 FCFA par mobile money.',
    ])
    for (const body of bodies) assert.ok(body.length <= 90, body)
  })

  test('a push says that the place the trip leads to is approximate', async () => {
    const { browser } = await withPhone()
    const key = await offerTrip(service, shop)
    await service.services.db
      .updateTable('deliveries')
      .set({ dropoff_source: 'PHONE', dropoff_accuracy_meters: 3_500 })
      .where('deliveries.id', '=', key.id)
      .execute()
    await work.once()
    const { body } = JSON.parse(browser.received[0]?.text ?? '{}')
    assert.equal(body, 'De West vers East (approximatif), 2,9\u00a0km. Rien à encaisser.')
  })

  test('an offer that another courier took, or that ran out, is not pushed', async () => {
    const { browser } = await withPhone()
    const other = await signInCourier(service)
    await offerTrip(service, shop)
    await work.relay()
    assert.equal((await pending()).length, 1)
    await other.visitor.submit(await other.visitor.open('/courier'), '/courier/actions/accept')
    await work.once()
    assert.deepEqual([browser.received.length, await pending()], [0, []])

    await service.services.db
      .updateTable('couriers')
      .set({ on_duty_since: null })
      .where('id', '=', other.id)
      .execute()
    await offerTrip(service, shop)
    await work.relay()
    service.clock.forward(90_000)
    await work.once()
    assert.deepEqual([browser.received.length, await pending()], [0, []])
  })

  test('a parcel given to another courier is pushed and written to the old and the new one, each time (decision 271)', async () => {
    const { services } = service
    const [old, other] = [await withPhone(), await withPhone()]
    const key = await offerTrip(service, shop)
    await acceptOffer(services, old.courier.id, key)
    await work.relay()
    await reassignCourier(services, key, other.courier.id)
    await work.once()
    const shown = ({ browser }: typeof old) =>
      browser.received.splice(0).map(({ text }) => JSON.parse(text).title)
    assert.deepEqual(
      [shown(old), shown(other), await pending()],
      [['Une course n’est plus pour vous'], ['Une course vous est confiée'], []],
    )

    await reassignCourier(services, key, old.courier.id)
    await work.relay()
    // The notice of the first change is no longer true, and is not what is pushed.
    await reassignCourier(services, key, other.courier.id)
    await reassignCourier(services, key, old.courier.id)
    await work.once()
    assert.deepEqual(
      [shown(old), shown(other), await pending()],
      [['Une course vous est confiée'], ['Une course n’est plus pour vous'], []],
    )

    await consumeAll(services, enqueueMessages(services))
    const messages = await listMessages(services.db, { deliveryId: key.id, limit: 20 })
    const named = messages.filter(({ kind }) => kind === 'COURIER_ASSIGNED' || kind === 'COURIER_REPLACED')
    assert.deepEqual(
      named.map(({ kind, courier_id }) => `${kind} ${courier_id === old.courier.id ? 'old' : 'new'}`).sort(),
      ['COURIER_ASSIGNED new', 'COURIER_ASSIGNED old', 'COURIER_REPLACED new', 'COURIER_REPLACED old'],
    )
  })

  test('a courier whom the operator chose for a parcel is notified, on duty or not (decision 271)', async () => {
    const { courier, browser } = await withPhone()
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    const key = await offerTrip(service, shop)
    await assignChosenCourier(
      { ...service.services, actor: cliActor },
      key,
      courier.id,
      'Le client attend depuis une heure',
    )
    await work.once()
    assert.deepEqual(
      browser.received.map(({ text }) => JSON.parse(text)),
      [
        {
          offer: key.id,
          title: 'Une course vous est confiée',
          body: `${await referenceOf(key)} : elle vous attend sur votre page.`,
          lang: 'fr',
        },
      ],
    )
  })

  const referenceOf = async ({ id }: { id: string }) =>
    (
      await service.services.db
        .selectFrom('deliveries')
        .select('deliveries.reference')
        .where('deliveries.id', '=', id)
        .executeTakeFirstOrThrow()
    ).reference

  test('a courier who went off duty since the offer is not pushed', async () => {
    const { browser, courier } = await withPhone()
    await offerTrip(service, shop)
    await work.relay()
    await setDuty(service.services, courier.id, false)
    await work.once()
    assert.equal(browser.received.length, 0)
  })

  test('a courier with parcels is pushed what lies on their way, and nothing that they do not see', async () => {
    await setRules(service.services, { COURIER_MAX_PARCELS: 2 })
    const { browser, courier } = await withPhone()
    const [first, passing, over] = [await orderTo(shop, 3_000), await orderTo(shop, 2_000), 2_500]
    await give(service, first, courier.id)
    await act(service, first, 'pickUp')
    await reportPosition(service.services, courier.id, { ...center, accuracyMeters: 10 })
    await searchOnce(service)
    await work.once()
    assert.deepEqual(
      browser.received.map(({ text }) => JSON.parse(text).offer),
      [passing.id],
    )
    await orderTo(shop, over)
    await searchOnce(service)
    await work.relay()
    await acceptOffer(service.services, courier.id, passing)
    await work.once()
    assert.equal(browser.received.length, 1)
    await setRules(service.services, { COURIER_MAX_PARCELS: 1 })
  })

  for (const status of [404, 410])
    test(`a subscription that the push service answers with ${status} is deleted`, async () => {
      const { browser } = await withPhone(answersWith(status))
      await offerTrip(service, shop)
      await work.once()
      assert.deepEqual([browser.received.length, await subscriptions(), await pending()], [1, [], []])
    })

  for (const status of [400, 401, 403, 413])
    test(`a push that the push service answers with ${status} is given up, and the subscription stays`, async () => {
      const { browser } = await withPhone(answersWith(status))
      await offerTrip(service, shop)
      await work.once()
      assert.equal(browser.received.length, 1)
      assert.deepEqual(await pending(), [])
      assert.deepEqual((await subscriptions())[0]?.failed_at, service.clock.now())
    })

  for (const status of [429, 500, 503])
    test(`a push that the push service answers with ${status} is tried again while the offer lasts, five times at most`, async () => {
      const { browser } = await withPhone(answersWith(status))
      await offerTrip(service, shop)
      for (const [seconds, count] of [
        [0, 1],
        [0, 1],
        [1, 2],
        [3, 3],
        [8, 4],
        [20, 5],
        [30, 5],
      ] as const) {
        service.clock.forward(seconds * 1_000)
        await work.once()
        assert.equal(browser.received.length, count)
      }
      assert.deepEqual(await pending(), [])
      assert.ok((await subscriptions())[0]?.failed_at)
      // What it says then is what is left of the offer.
      assert.equal(browser.received[4]?.headers.ttl, '58')
    })

  test('a push waits as long as the push service asks for, and is given up where the offer is over by then', async () => {
    const { browser } = await withPhone(answersWith(429, { 'retry-after': '40' }))
    await offerTrip(service, shop)
    await work.once()
    service.clock.forward(39_000)
    await work.once()
    assert.equal(browser.received.length, 1)
    service.clock.forward(1_000)
    browser.answering = answersWith(429, { 'retry-after': '3600' })
    await work.once()
    assert.deepEqual([browser.received.length, await pending()], [2, []])
  })

  test('push services that hang, answer without end or redirect inside hold up no other phone', async () => {
    const hanging = await withPhone(() => {})
    server.hanging.add(hanging.browser.subscription.endpoint)
    const endless = await withPhone((response) => {
      response.writeHead(201)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) {}
      }
      response.on('drain', more)
      more()
    })
    const moved = await withPhone(answersWith(307, { location: 'https://inside.example.com/' }))
    const quick = await withPhone()
    await offerTrip(service, shop)
    await work.relay()
    const loop = work.start()
    await quick.browser.hasReceived(1)
    await hanging.browser.hasReceived(1)
    await endless.browser.hasReceived(1)
    await moved.browser.hasReceived(1)
    await loop.stop()
    const left = await pending()
    // The one that hangs is retried; what is read of the endless answer is its status.
    assert.deepEqual(
      left.map(({ attempts }) => attempts),
      [1],
    )
    const failed = (await subscriptions()).filter(({ failed_at }) => failed_at)
    assert.deepEqual(
      failed.map(({ courier_id }) => courier_id),
      [moved.courier.id],
    )
    assert.deepEqual(work.reportedErrors, [])
    assert.match(service.logged.join('\n'), /a push was given up/)
    assert.doesNotMatch(service.logged.join('\n'), /\/send\//)
  })

  test('a subscription whose name leads inside by now is deleted without a request', async () => {
    const { browser } = await withPhone()
    await service.services.db
      .updateTable('push_subscriptions')
      .set({ endpoint: browser.subscription.endpoint.replace(pushHost, 'inside.example.com') })
      .execute()
    await offerTrip(service, shop)
    await work.once()
    assert.deepEqual([browser.received.length, await subscriptions()], [0, []])
  })

  for (const [what, endpoint] of [
    ['plain HTTP', 'http://push.example.com/send/1'],
    ['an address inside', 'https://192.168.0.1/send/1'],
    ['a name that leads inside', 'https://inside.example.com/send/1'],
    ['a name that leads nowhere', 'https://nowhere.example.com/send/1'],
    ['the machine itself', 'https://localhost/send/1'],
    ['an address with a password', 'https://a:b@push.example.com/send/1'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['no address', 'push.example.com/send/1'],
  ] as const)
    test(`a subscription at ${what} is refused`, async () => {
      const courier = await signInCourier(service)
      const browser = server.browser()
      const status = await subscribe(courier, {
        ...browser,
        subscription: { ...browser.subscription, endpoint },
      })
      assert.deepEqual([status, await subscriptions()], [422, []])
    })

  test('a subscription with keys that nothing can be encrypted for, or with anything else, is refused', async () => {
    const courier = await signInCourier(service)
    const { subscription } = server.browser()
    for (const [keys, status] of [
      [{ ...subscription.keys, p256dh: `B${'A'.repeat(86)}` }, 422],
      [{ ...subscription.keys, auth: '=!'.repeat(11) }, 422],
      [{ ...subscription.keys, auth: 'AAAA' }, 400],
      [{ p256dh: subscription.keys.p256dh }, 400],
    ] as const)
      assert.equal(
        await subscribe(courier, { ...server.browser(), subscription: { ...subscription, keys } as never }),
        status,
      )
    const huge = { ...subscription, endpoint: `https://push.example.com/${'a'.repeat(20_000)}` }
    assert.equal(await subscribe(courier, { ...server.browser(), subscription: huge }), 413)
    assert.deepEqual(await subscriptions(), [])
  })

  test('only a courier who is signed in can subscribe, and only from our own page', async () => {
    const browser = server.browser()
    const stranger = { id: '', phone: '', visitor: openVisitor(service) } as SignedIn
    const { path } = await stranger.visitor.post('/courier/push', JSON.stringify(browser.subscription), {
      'content-type': 'application/json',
    })
    assert.match(path, /^\/courier\/sign-in/)
    const courier = await signInCourier(service)
    const foreign = await courier.visitor.post('/courier/push', JSON.stringify(browser.subscription), {
      'content-type': 'application/json',
      origin: 'https://elsewhere.example.com',
      'sec-fetch-site': 'cross-site',
    })
    assert.equal(foreign.status, 403)
    assert.deepEqual(await subscriptions(), [])
  })

  test('a session has one subscription, and signing out deletes it', async () => {
    const { courier, browser } = await withPhone()
    assert.match(
      (await courier.visitor.open('/courier')).html,
      /data-pushed="[\w-]{43}" data-failing="false"/,
    )
    const again = await subscribed(courier, server.browser())
    assert.deepEqual(
      (await subscriptions()).map(({ endpoint }) => endpoint),
      [again.subscription.endpoint],
    )
    await courier.visitor.post('/courier/sign-out', {})
    assert.deepEqual(await subscriptions(), [])
    await offerTrip(service, shop)
    await work.once()
    assert.deepEqual([browser.received.length, again.received.length], [0, 0])
  })

  test('a courier can stop being notified, and no other courier with them', async () => {
    const [one, other] = [await withPhone(), await withPhone()]
    assert.equal((await one.courier.visitor.post('/courier/push/stop', {})).status, 204)
    assert.deepEqual(
      (await subscriptions()).map(({ courier_id }) => courier_id),
      [other.courier.id],
    )
    assert.match((await one.courier.visitor.open('/courier')).html, /data-pushed=""/)
  })

  test('a phone belongs to whoever signed in on it last', async () => {
    const [first, second] = [await withPhone(), await signInCourier(service)]
    await subscribed(second, first.browser)
    assert.deepEqual(
      (await subscriptions()).map(({ courier_id }) => courier_id),
      [second.id],
    )
  })

  test(`a courier has ${limits.pushSubscriptions} phones at most, of which the oldest goes`, async () => {
    const first = await signInCourier(service)
    const phones = [await subscribed(first, server.browser())]
    for (let count = 0; count < limits.pushSubscriptions; count += 1) {
      service.clock.forward(60_000)
      phones.push(await subscribed(await signInCourier(service, first.id), server.browser()))
    }
    const kept = (await subscriptions()).map(({ endpoint }) => endpoint)
    assert.deepEqual(
      kept,
      phones.slice(1).map(({ subscription }) => subscription.endpoint),
    )
  })

  test('the phones of a courier who is retired hear of nothing any more', async () => {
    const { courier } = await withPhone()
    await retireCourier(service.services, courier.id)
    assert.deepEqual(await subscriptions(), [])
  })

  test('an offer that is made again is pushed again', async () => {
    const { browser } = await withPhone()
    await offerTrip(service, shop)
    await work.once()
    service.clock.forward(90_000)
    await service.services.db
      .updateTable('courier_positions')
      .set({ reported_at: service.clock.now() })
      .execute()
    await searchOnce(service)
    await work.once()
    assert.equal(browser.received.length, 2)
  })

  test('an offer is pushed at its round, not at the next poll', async () => {
    const { browser } = await withPhone()
    const loop = work.start({ looksOut: false })
    await offerTrip(service, shop)
    await work.relay()
    loop.wake()
    await browser.hasReceived(1)
    await loop.stop()
  })

  describe('what is of no offer', () => {
    const cityId = () =>
      service.services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
    const at = (time: string) => new Date(`2026-12-02T${time}:00.000Z`)
    const pushed = (browser: PushBrowser) =>
      browser.received.splice(0).map(({ text }) => JSON.parse(text.replaceAll(/\s/g, ' ')))

    /** A courier who is off duty and signed in, with a phone that is told in this language. */
    async function toldIn(language: string) {
      const courier = await signInCourier(service)
      await setDuty(service.services, courier.id, false)
      const browser = server.browser(accepts)
      const { status } = await courier.visitor.post('/courier/push', JSON.stringify(browser.subscription), {
        ...{ 'content-type': 'application/json', 'accept-language': language },
      })
      assert.equal(status, 204)
      return { id: courier.id, browser }
    }

    test('a shift that begins within the hour is pushed once, in the language of its courier, unless they left it', async () => {
      service.clock.set(at('07:00').toISOString())
      const { services } = service
      const [french, portuguese, left] = [await toldIn('fr'), await toldIn('pt'), await toldIn('fr')]
      const spans = [{ beginsAt: at('09:00'), endsAt: at('15:00') }]
      await planShifts(services, { cityId: cityId(), zoneIds: [], wanted: 5, spans })
      const [shift] = await listShifts(services.db, {
        cityId: cityId(),
        from: at('00:00'),
        until: at('23:00'),
      })
      const shiftId = shift?.id ?? ''
      for (const { id: courierId } of [french, portuguese, left])
        await takeShift(services, { shiftId, courierId })
      // Those of being put on it go by message alone.
      await remindOfShifts(services.messages)
      service.clock.set(at('08:10').toISOString())
      await remindOfShifts(services.messages)
      await leaveShift(services, { shiftId, courierId: left.id })
      await work.once()
      assert.deepEqual(pushed(french.browser), [
        {
          offer: shiftId,
          title: 'Votre créneau commence bientôt',
          body: 'Mercredi 2 décembre à 10:00, jusqu’à 16 h. Prenez alors votre service sur votre page.',
          lang: 'fr',
        },
      ])
      const [told] = pushed(portuguese.browser)
      assert.deepEqual([told?.lang, told?.title], ['pt', 'O seu turno começa em breve'])
      assert.deepEqual(pushed(left.browser), [])
      await remindOfShifts(services.messages)
      await work.once()
      assert.deepEqual(pushed(french.browser), [])
      assert.deepEqual(await service.services.db.selectFrom('notice_pushes').selectAll().execute(), [])
    })

    test('what is written to all couriers of a city is pushed to the phones that want it, and not to who has read it', async () => {
      const { services } = service
      const [spanish, reader] = [await toldIn('es'), await toldIn('fr')]
      await signInCourier(service)
      const text = 'Forte pluie à Akpakpa : roulez doucement.'
      const { id: announcementId } = await announceToCouriers(services, { cityId: cityId(), text })
      while (await enqueueAnnouncements(services.messages));
      await markAnnouncementSeen(services, reader.id, announcementId)
      await work.once()
      assert.deepEqual(pushed(spanish.browser), [
        { offer: announcementId, title: 'A todos los repartidores', body: text, lang: 'es' },
      ])
      assert.deepEqual(pushed(reader.browser), [])
    })

    test('a notice is tried again while it is worth telling, and an address that is gone is forgotten', async () => {
      const { services } = service
      const [busy, gone] = [await toldIn('fr'), await toldIn('fr')]
      busy.browser.answering = answersWith(503)
      gone.browser.answering = answersWith(410)
      await announceToCouriers(services, { cityId: cityId(), text: 'Le pont est fermé ce matin.' })
      while (await enqueueAnnouncements(services.messages));
      await work.once()
      assert.deepEqual(
        (await subscriptions()).map(({ courier_id }) => courier_id),
        [busy.id],
      )
      busy.browser.answering = accepts
      service.clock.forward(1_000)
      await work.once()
      assert.deepEqual(
        pushed(busy.browser).map(({ body }) => body),
        ['Le pont est fermé ce matin.', 'Le pont est fermé ce matin.'],
      )
    })

    test('a second try of a parcel that a courier still has is pushed to them, unless it is back or cancelled', async () => {
      const { services } = service
      await setRules(services, { SECOND_TRY_PERCENT: 50 })
      const window = { from: at('14:00').toISOString(), to: at('16:00').toISOString() }
      const asked = async () => {
        const { courier, browser } = await withPhone()
        const key = await orderTo(shop, 3_000)
        await give(service, key, courier.id)
        await work.once()
        browser.received.length = 0
        await act(service, key, 'pickUp')
        await act(service, key, 'fail')
        await askSecondTry({ ...services, actor: customerActor }, key, { asker: 'CUSTOMER', window })
        return { browser, key }
      }
      const carried = await asked()
      await work.once()
      assert.deepEqual(pushed(carried.browser), [
        {
          offer: carried.key.id,
          title: 'Un colis à livrer de nouveau',
          body: `On demande un nouvel essai pour ${await referenceOf(carried.key)}. Voyez sur votre page quand, et ce que vous gagnez.`,
          lang: 'fr',
        },
      ])
      const returned = await asked()
      await work.relay()
      await act(service, returned.key, 'return')
      await work.once()
      assert.deepEqual(pushed(returned.browser), [])
      const cancelled = await asked()
      await work.relay()
      const { second_try_id: id } = await rowOf(service, cancelled.key)
      await act(service, { ...cancelled.key, id: id ?? '' }, 'cancel')
      await work.once()
      assert.deepEqual(pushed(cancelled.browser), [])
    })
  })
})

describe('who may push', () => {
  test('the keys follow from the secret of the service, and are the same on every process', () => {
    const [one, same, other] = [1, 1, 2].map((byte) => vapidKeys(Buffer.alloc(32, byte)))
    assert.deepEqual(one, same)
    assert.notEqual(one?.publicKey, other?.publicKey)
    assert.equal(Buffer.from(one?.publicKey ?? '', 'base64url').length, 65)
    assert.equal(Buffer.from(one?.privateKey ?? '', 'base64url').length, 32)
    assert.equal(vapidKeys(Buffer.alloc(32, 255)).publicKey.length, 87)
    assert.equal(vapidKeys(Buffer.alloc(32, 0)).privateKey, `${'A'.repeat(42)}E`)
  })

  for (const [host, allowed, is] of [
    ['push.example.com', [], true],
    ['push.example.com', ['push.example.com'], true],
    ['a.push.example.com', ['push.example.com'], false],
    ['a.push.example.com', ['*.push.example.com'], true],
    ['evilpush.example.com', ['*.push.example.com'], false],
    ['push.example.com', ['fcm.googleapis.com', 'push.example.com'], true],
  ] as const)
    test(`${host} is ${is ? '' : 'not '}allowed by ${allowed.join(', ') || 'an empty list'}`, () => {
      assert.equal(isAllowedHost(host, allowed), is)
    })

  test('PUSH_HOSTS refuses every other push service', async () => {
    const service = await openService(await openAny(), { PUSH_HOSTS: 'fcm.googleapis.com' })
    const server = await openPushServer(service.services.push.vapid.publicKey)
    const work = pushWork(service, server)
    assert.equal(await subscribe(await signInCourier(service), server.browser()), 422)
    await work.close()
    await server.close()
    await service.close()
  })

  test('what webhooks may reach besides is not for push', async () => {
    const service = await openService(await openAny(), {
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
    })
    const { rules } = service.services.push
    assert.deepEqual(rules, { allowedRanges: [], allowInsecure: false })
    await service.close()
  })
})
