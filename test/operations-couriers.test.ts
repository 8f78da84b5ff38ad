import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { sumDutySeconds } from '../src/domain/couriers/standing/duty-store.ts'
import { reinstateCourier } from '../src/domain/couriers/standing/reinstate-courier.ts'
import { suspendCourier } from '../src/domain/couriers/standing/suspend-courier.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { setPayRule } from '../src/domain/deliveries/pay/set-pay-rule.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { readEarnings } from '../src/domain/deliveries/trips/read-earnings.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { declineOffer } from '../src/domain/matching/decline-offer.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { readAcceptance } from '../src/domain/matching/read-acceptance.ts'
import { plainPdf } from './support/applicant-work.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { courierAt, openOffersOf, registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, rowOf } from './support/delivery-verbs.ts'
import { beginTransfer, endTransfer, settleAll } from './support/money-work.ts'
import {
  center,
  east,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { pdfPages, skipPdf } from './support/printed-pdf.ts'
import { sendFiles } from './support/send-file.ts'
import { offerTrip } from './support/sign-in.ts'
import { textOf } from './support/visitor.ts'

const suspended = {
  status: 409,
  code: 'COURIER_SUSPENDED',
  en: 'This courier is suspended.',
  fr: 'Ce livreur est suspendu.',
} as const

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

  const acting = () => ({
    ...service.services,
    actor: { kind: 'OPERATOR', id: operator.accountId } as Actor,
  })
  const assign = async (key: DeliveryKey, courierId: string) =>
    assignCourier(service.services, key, await checkCourier(service.services.db, courierId))

  describe('suspending', () => {
    test('a suspended courier goes off duty, is offered nothing, accepts nothing and keeps what they carry', async () => {
      const courierId = await courierAt(service, center)
      const key = await offerTrip(service, shop)
      assert.equal((await openOffersOf(service, courierId, service.clock.now())).length, 1)
      const carried = await bringTo(service, shop, 'SEARCHING_COURIER')
      await suspendCourier(acting(), courierId, '  Plainte  d’une boutique ')

      await assertVerbRefused(acceptOffer(service.services, courierId, key), suspended)
      await assertVerbRefused(setDuty(service.services, courierId, true), suspended)
      const reassigned = await courierAt(service, center)
      await assign(carried, reassigned)
      await assertVerbRefused(reassignCourier(acting(), carried, courierId), suspended)
      assert.deepEqual(await openOffersOf(service, courierId, service.clock.now()), [])

      await suspendCourier(acting(), reassigned, 'Contrôle en cours')
      await act(service, carried, 'pickUp')
      await act(service, carried, 'handOver')
      assert.equal((await rowOf(service, carried)).status, 'DELIVERED')

      await reinstateCourier(acting(), courierId)
      assert.ok((await setDuty(service.services, courierId, true)).on_duty_since)
    })

    test('the page says why, and asks for a reason', async () => {
      const courierId = await registerCourier(service)
      const path = `/operations/couriers/${courierId}`
      const refused = await operator.post(`${path}/suspend`, { reason: 'x' })
      assert.equal(refused.status, 422)
      const done = await operator.post(`${path}/suspend`, { reason: 'Casque oublié <b>' })
      assert.match(textOf(done), /Le livreur est suspendu/)
      assert.ok(done.html.includes('Casque oublié &#60;b&#62;'))
      const lifted = await operator.submit(done, `${path}/lift`)
      assert.match(textOf(lifted), /La suspension est levée/)
    })

    test('only operators suspend, reinstate, pay and retire', async () => {
      const courierId = await registerCourier(service)
      const owner = await openConsole(service, { shopId: shop.shopId })
      for (const actor of [
        { kind: 'OPERATOR', id: dispatcher.accountId },
        { kind: 'ACCOUNT', id: owner.accountId },
        { kind: 'COURIER', id: courierId },
      ] as Actor[]) {
        const deps = { ...service.services, actor }
        const role = { code: 'ROLE_REQUIRED' }
        await assert.rejects(suspendCourier(deps, courierId, 'Parce que'), role)
        await assert.rejects(reinstateCourier(deps, courierId), role)
        await assert.rejects(setPayRule(deps, courierId, { percent: 100, minimumFcfa: 0, bonuses: [] }), role)
        await assert.rejects(setPayRule(deps, null, null), role)
      }
    })
  })

  test('time on duty is counted within a span, also while it lasts', async () => {
    service.clock.set('2026-11-23T08:00:00Z')
    const courierId = await registerCourier(service)
    await setDuty(service.services, courierId, true)
    service.clock.set('2026-11-23T09:00:00Z')
    await setDuty(service.services, courierId, true)
    service.clock.set('2026-11-23T10:30:00Z')
    await setDuty(service.services, courierId, false)
    service.clock.set('2026-11-23T12:00:00Z')
    await setDuty(service.services, courierId, true)
    service.clock.set('2026-11-23T12:20:00Z')
    const seconds = (from: string, to: string) =>
      sumDutySeconds(service.services.db, {
        courierId,
        from: new Date(from),
        to: new Date(to),
        now: service.clock.now(),
      })
    assert.equal(await seconds('2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'), 9_000 + 1_200)
    assert.equal(await seconds('2026-11-23T10:00:00Z', '2026-11-23T12:10:00Z'), 1_800 + 600)
    assert.equal(await seconds('2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'), 0)
    assert.equal(await seconds('2026-11-22T00:00:00Z', '2026-11-23T08:00:00Z'), 0)
    await suspendCourier(acting(), courierId, 'Contrôle')
    service.clock.set('2026-11-23T15:00:00Z')
    assert.equal(await seconds('2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'), 9_000 + 1_200)
    service.clock.set(testStart)
  })

  test('the acceptance rate counts offers that are over', async () => {
    const courierId = await courierAt(service, center)
    const accepted = await offerTrip(service, shop)
    await acceptOffer(service.services, courierId, accepted)
    await act(service, accepted, 'pickUp')
    await act(service, accepted, 'handOver')
    const declined = await offerTrip(service, shop)
    await declineOffer(service.services, courierId, declined)
    assert.deepEqual(await readAcceptance(service.services, courierId), {
      offered: 2,
      accepted: 1,
      declined: 1,
    })
    await setDuty(service.services, courierId, false)
  })

  test('an offer that lapsed counts only where its courier could have taken it until the end (decision 271)', async () => {
    await service.services.db.deleteFrom('courier_searches').execute()
    const lapse = () => service.clock.forward(120_000)
    const asked = async () => {
      for (const id of [courier, rival])
        await reportPosition(service.services, id, { ...center, accuracyMeters: 10 })
      return offerTrip(service, shop)
    }
    const count = (id: string) => readAcceptance(service.services, id)
    const courier = await courierAt(service, center)
    const rival = await courierAt(service, center)

    // Both are asked; one is faster, and the other had no chance until the end.
    const taken = await asked()
    service.clock.forward(10_000)
    await acceptOffer(service.services, rival, taken)
    lapse()
    assert.deepEqual(await count(courier), { offered: 0, accepted: 0, declined: 0 })

    // Of two trips that are offered at once one is taken: the other could not be.
    const [one, other] = [await asked(), await asked()]
    await acceptOffer(service.services, courier, one)
    lapse()
    assert.deepEqual(await count(courier), { offered: 1, accepted: 1, declined: 0 })
    for (const key of [taken, one])
      for (const verb of ['pickUp', 'handOver'] as const) await act(service, key, verb)
    await act(service, other, 'cancel')

    // One who went off duty meanwhile had said so.
    const unseen = await asked()
    service.clock.forward(10_000)
    await setDuty(service.services, courier, false)
    lapse()
    await act(service, unseen, 'cancel')
    assert.deepEqual(await count(courier), { offered: 1, accepted: 1, declined: 0 })

    // Whoever was free, on duty and asked until the end let it pass.
    await setDuty(service.services, courier, true)
    const passed = await asked()
    lapse()
    await act(service, passed, 'cancel')
    assert.deepEqual(await count(courier), { offered: 2, accepted: 1, declined: 0 })
    for (const id of [courier, rival]) await setDuty(service.services, id, false)
  })

  describe('pay', () => {
    const rule = (zoneId: string) => ({
      percent: 50,
      minimumFcfa: 350,
      bonuses: [
        { kind: 'HOURS' as const, from: '10:00', to: '12:00', amountFcfa: 75 },
        { kind: 'HOURS' as const, from: '20:00', to: '05:00', amountFcfa: 999 },
        { kind: 'ZONE' as const, zoneId, amountFcfa: 125 },
      ],
    })
    const eastZone = () => {
      const found = service.services.pricing.map.current().locate(east)?.zone
      assert.ok(found)
      return found.id
    }

    test('offer and assignment agree to the franc, and a later rule changes neither', async () => {
      service.clock.set(testStart)
      const courierId = await courierAt(service, center)
      // 11:00 in Cotonou: 50 % of 600 is less than the minimum; then the hour and the zone of the drop-off.
      await setPayRule(acting(), courierId, rule(eastZone()))
      const key = await offerTrip(service, shop)
      const [offer] = await openOffersOf(service, courierId, service.clock.now())
      assert.equal(offer?.payFcfa, 350 + 75 + 125)
      await setPayRule(acting(), courierId, null)
      const row = await acceptOffer(service.services, courierId, key, offer?.payFcfa)
      assert.deepEqual([row.courier_pay_fcfa, row.courier_bonus_fcfa], [550, 200])
      await act(service, key, 'pickUp')
      await act(service, key, 'handOver')
      await setDuty(service.services, courierId, false)
    })

    test('the rule of a courier goes before the company’s, and that before the settings', async () => {
      service.clock.set(testStart)
      const [own, other] = [await registerCourier(service), await registerCourier(service)]
      const payOf = async (courierId: string) => {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        const { courier_pay_fcfa } = await assign(key, courierId)
        await act(service, key, 'cancel')
        return courier_pay_fcfa
      }
      assert.deepEqual([await payOf(own), await payOf(other)], [480, 480])
      await setPayRule(acting(), null, { percent: 90, minimumFcfa: 0, bonuses: [] })
      await setPayRule(acting(), own, { percent: null, minimumFcfa: 500, bonuses: [] })
      assert.deepEqual([await payOf(own), await payOf(other)], [500, 540])
      await setPayRule(acting(), own, null)
      assert.deepEqual([await payOf(own), await payOf(other)], [540, 540])
      await setPayRule(acting(), null, null)
      assert.deepEqual([await payOf(own), await payOf(other)], [480, 480])
    })

    test('the form keeps what was typed, refuses what cannot be, and takes a rule away', async () => {
      const courierId = await registerCourier(service)
      const path = `/operations/couriers/${courierId}/pay`
      const typed = {
        percent: '70',
        minimum: '1 000',
        'hours-0-from': '18:00',
        'hours-0-to': '22:00',
        'hours-0-amount': '100',
        'zone-0-id': eastZone(),
        'zone-0-amount': '50',
      }
      for (const [wrong, words] of [
        [{ percent: '170' }, /de 0 à 100/],
        [{ percent: 'x' }, /de 0 à 100/],
        [{ minimum: '-5' }, /minimum est un montant/],
        [{ 'hours-0-to': '18:00' }, /deux heures différentes/],
        [{ 'hours-0-amount': '' }, /prime est un montant/],
      ] as const) {
        const refused = await operator.post(path, { ...typed, ...wrong })
        assert.equal(refused.status, 422)
        assert.match(textOf(refused), words)
      }
      const saved = await operator.post(path, typed)
      assert.match(textOf(saved), /La règle est enregistrée/)
      for (const value of ['value="70"', 'value="1000"', 'value="18:00"', `value="${eastZone()}" selected`])
        assert.ok(saved.html.includes(value), value)
      const removed = await operator.submit(saved, `${path}/remove`)
      assert.match(textOf(removed), /la règle générale s’applique/)
    })

    test('of many who set a courier’s rule at once, one rule stays', async () => {
      const courierId = await registerCourier(service)
      await Promise.all(
        [10, 20, 30, 40].map((percent) =>
          setPayRule(acting(), courierId, { percent, minimumFcfa: 0, bonuses: [] }),
        ),
      )
      const rows = await service.services.db
        .selectFrom('courier_pay_rules')
        .select('courier_pay_rules.percent')
        .where('courier_pay_rules.courier_id', '=', courierId)
        .execute()
      assert.equal(rows.length, 1)
    })
  })

  describe('statements', () => {
    test('a statement sums what the deliveries say, on the page, in CSV and in the PDF', async () => {
      service.clock.set('2026-11-16T09:00:00Z')
      const courierId = await registerCourier(service, { firstName: 'Sèna', lastName: 'Ọláṣubọ̀mí' })
      await setPayRule(acting(), courierId, {
        percent: null,
        minimumFcfa: 0,
        bonuses: [{ kind: 'HOURS', from: '18:00', to: '23:00', amountFcfa: 100 }],
      })
      const steps = [
        ['2026-11-16T09:00:00Z', ['pickUp', 'handOver']],
        ['2026-11-18T18:30:00Z', ['pickUp', 'fail', 'return']],
        ['2026-11-22T19:10:00Z', ['pickUp', 'cancel']],
        ['2026-11-22T19:40:00Z', ['cancel']],
        // After midnight in Cotonou: the next week.
        ['2026-11-22T23:30:00Z', ['pickUp', 'handOver']],
      ] as const
      for (const [at, verbs] of steps) {
        service.clock.set(at)
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await assign(key, courierId)
        for (const verb of verbs) await act(service, key, verb)
      }
      const { sum } = await service.services.db
        .selectFrom('deliveries')
        .select((eb) => eb.cast<number>(eb.fn.sum('deliveries.courier_pay_fcfa'), 'integer').as('sum'))
        .where('deliveries.courier_id', '=', courierId)
        .where('deliveries.arrived_at_pickup_at', 'is not', null)
        .where('deliveries.ended_at', '<', new Date('2026-11-22T23:00:00Z'))
        .executeTakeFirstOrThrow()
      const earnings = await readEarnings(service.services.db, {
        courierId,
        from: new Date('2026-11-15T23:00:00Z'),
        to: new Date('2026-11-22T23:00:00Z'),
      })
      assert.deepEqual(earnings, { trips: 4, earned: 3, payFcfa: sum, bonusFcfa: 200 })
      assert.equal(sum, 480 + 580 + 580)

      const path = `/operations/couriers/${courierId}/statement`
      const page = textOf(await operator.open(`${path}?week=2026-11-18`))
      assert.match(page, /Total 4 1\s640\sFCFA 200\sFCFA/)
      const csv = await operator.open(`${path}.csv?week=2026-11-18`)
      assert.equal(csv.headers['content-disposition'], 'attachment; filename="releve-2026-11-16.csv"')
      const lines = csv.html.replace('\ufeff', '').trim().split('\r\n')
      assert.deepEqual(
        lines.slice(1).map((line) => line.split(';').slice(4).join(';')),
        ['480;0', '580;100', '580;100', '0;0', '1640;200'],
      )
      assert.equal(lines[1]?.startsWith('2026-11-16 10:00;COL-'), true)
    })

    test('a statement says what was paid out in its week and is still owed, on the page and in CSV', async () => {
      service.clock.set('2026-11-18T09:00:00Z')
      const courierId = await registerCourier(service)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assign(key, courierId)
      for (const verb of ['pickUp', 'handOver'] as const) await act(service, key, verb)
      await settleAll(service)
      const payOut = async (at: string, amountFcfa: number) => {
        service.clock.set(at)
        const payout = await beginTransfer(service, { courierId, amountFcfa })
        service.clock.forward(60_000)
        return payout
      }
      const paid = await payOut('2026-11-19T18:00:00Z', 300)
      await endTransfer(service, paid, 'PAID')
      const refused = await payOut('2026-11-20T18:00:00Z', 180)
      await endTransfer(service, refused, 'REFUSED')
      // After midnight in Cotonou: the next week.
      await payOut('2026-11-22T23:30:00Z', 50)

      const path = `/operations/couriers/${courierId}/statement`
      const page = textOf(await operator.open(`${path}?week=2026-11-18`))
      const { reference } = await rowOf(service, key)
      assert.equal(
        page.split(/Total 1 480 FCFA 0 FCFA | COL-/)[1],
        [
          `Versement · ${paid.reference}, payé 19 nov., 19:01 300 FCFA`,
          `Versement · ${refused.reference}, refusé 20 nov., 19:01 180 FCFA`,
          'Reste dû à ce jour 130 FCFA',
        ].join(' '),
      )
      const csv = await operator.open(`${path}.csv?week=2026-11-18`)
      assert.deepEqual(csv.html.replace('\ufeff', '').trim().split('\r\n').slice(1), [
        `2026-11-18 10:00;${reference};Boutique Ganhi;Livrée;480;0`,
        'Total;;;1;480;0',
        `2026-11-19 19:01;${paid.reference};Versement;payé;300;`,
        `2026-11-20 19:01;${refused.reference};Versement;refusé;180;`,
        'Reste dû à ce jour;;;XOF;130;',
      ])
    })

    test('a PDF statement has the days, the trips and the sum', { skip: skipPdf }, async () => {
      service.clock.set('2026-11-17T09:00:00Z')
      const name = `Ama${String(Date.parse(testStart)).slice(-3)}`
      const courierId = await registerCourier(service, { firstName: name, lastName: 'Ọláṣubọ̀mí' })
      const references: string[] = []
      for (let at = 0; at < 45; at += 1) {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await assign(key, courierId)
        await act(service, key, 'pickUp')
        references.push((await act(service, key, 'handOver')).reference)
        service.clock.forward(60_000)
      }
      const answer = await service.app.inject({
        url: `/operations/couriers/${courierId}/statement.pdf?week=2026-11-17`,
        headers: { cookie: [...operator.cookies].map(([each, value]) => `${each}=${value}`).join('; ') },
      })
      assert.equal(answer.headers['content-type'], 'application/pdf')
      assert.equal(answer.headers['cache-control'], 'no-store')
      const pages = await pdfPages(answer.rawPayload)
      assert.equal(pages.length, 2)
      const text = pages.join('\n')
      assert.match(text, /Relevé d’Ama\d+ Ọláṣubọ̀mí/)
      assert.match(text, /Total\s+45\s+21\s600\sFCFA/)
      for (const reference of references) assert.ok(text.includes(reference), reference)
      assert.match(text, /Page 1 sur 2[\s\S]*Page 2 sur 2/)
    })
  })

  describe('papers', () => {
    test('an operator adds a paper, dates it, sees it and removes it', async () => {
      service.clock.set(testStart)
      const courierId = await registerCourier(service)
      const path = `/operations/couriers/${courierId}`
      const missing = textOf(await operator.open(path))
      assert.match(missing, /Il manque un papier valable : pièce d’identité, assurance/)
      const bytes = plainPdf()
      const add = (fields: Record<string, string>, file = bytes) =>
        sendFiles(service, operator, `${path}/documents`, {
          fields,
          files: { file: { name: 'a.pdf', type: 'application/pdf', bytes: file } },
        })
      assert.equal((await add({ kind: 'INSURANCE', expiresOn: '2026-02-30' })).status, 422)
      assert.equal((await add({ kind: 'INSURANCE', expiresOn: '' }, Buffer.from('<html>'))).status, 422)
      assert.equal((await add({ kind: 'PHOTO', expiresOn: '' })).status, 422)
      const added = await add({ kind: 'INSURANCE', expiresOn: '2026-12-01' })
      assert.match(textOf(added), /Le papier est ajouté/)
      assert.match(textOf(added), /Assurance Expire bientôt/)
      const list = textOf(await operator.open('/operations/couriers?standing=DOCUMENTS'))
      assert.match(list, /Assurance jusqu’au 1er déc\. 2026/)
      const file = added.html.match(/href="([^"]*\/file)"/)?.[1] ?? ''
      const shown = await operator.open(file)
      assert.deepEqual([shown.status, shown.html], [200, bytes.toString()])
      assert.equal((await dispatcher.open(file)).status, 403)
      const dated = await operator.post(file.replace(/file$/, 'expiry'), { expiresOn: '2026-11-20' })
      assert.match(textOf(dated), /Assurance Périmé/)
      assert.match(textOf(dated), /Il manque un papier valable : pièce d’identité, assurance/)
      const removed = await operator.post(file.replace(/file$/, 'remove'), {})
      assert.match(textOf(removed), /Le papier est retiré/)
      assert.equal((await operator.open(file)).status, 404)
    })

    test('a courier has at most thirty papers', async () => {
      const courierId = await registerCourier(service)
      const path = `/operations/couriers/${courierId}/documents`
      for (let at = 0; at < 30; at += 1)
        assert.equal((await operator.post(path, { kind: 'OTHER', expiresOn: '' })).status, 200)
      const refused = await operator.post(path, { kind: 'OTHER', expiresOn: '' })
      assert.equal(refused.status, 409)
      assert.match(textOf(refused), /au plus 30 documents/)
    })
  })

  describe('the list', () => {
    test('couriers are found by name, phone, city and standing, for dispatchers too', async () => {
      const courierId = await registerCourier(service, {
        firstName: 'Tossou',
        lastName: 'Zinsou%_',
        phone: '+2290166123456',
        plateNumber: 'ZZ 99',
      })
      const parakou = service.services.pricing.map.current().cities.find(({ name }) => name === 'Parakou')
      const found = async (query: string, who = dispatcher) =>
        (await who.open(`/operations/couriers?${query}`)).html.includes(courierId)
      assert.equal(await found('q=zinsou'), true)
      assert.equal(await found('q=Zinsou%25_+Tossou'), true)
      assert.equal(await found('q=zinsou__'), false)
      assert.equal(await found('q=66+12+34'), true)
      assert.equal(await found('q=zz+99'), true)
      assert.equal(await found(`q=zinsou&city=${parakou?.id}`), false)
      assert.equal(await found('q=zinsou&standing=ON_DUTY'), false)
      assert.equal(await found('q=zinsou&standing=OFF_DUTY'), true)
      await suspendCourier(acting(), courierId, 'Contrôle')
      assert.equal(await found('q=zinsou&standing=SUSPENDED'), true)
      assert.equal(await found('q=%27%3B+drop+table+couriers&city=x&before=y&standing=z'), false)
      const page = await dispatcher.open(`/operations/couriers/${courierId}`)
      assert.equal(page.status, 200)
      for (const act of ['suspend', 'change', 'retire', 'documents', 'pay', 'statement'])
        assert.equal(page.html.includes(`/${courierId}/${act}`), false, act)
      assert.equal(
        (await dispatcher.open('/operations/couriers/00000000-0000-7000-8000-000000000000')).status,
        404,
      )
      assert.equal((await dispatcher.open('/operations/couriers/nobody')).status, 404)
    })

    test('an operator adds a courier, changes them and retires them', async () => {
      const { cities } = service.services.pricing.map.current()
      const [cotonou, parakou] = ['Cotonou', 'Parakou'].map(
        (name) => cities.find((each) => each.name === name)?.id,
      )
      const fields = { firstName: 'Mawuli', lastName: 'Agbo', phone: '0166 77 88 99', vehicleType: 'CAR' }
      const none = await operator.post('/operations/couriers/new', fields)
      assert.equal(none.status, 422)
      const added = await operator.post('/operations/couriers/new', { ...fields, [`city-${cotonou}`]: 'on' })
      assert.match(textOf(added), /Le livreur est ajouté.*\+229 01 66 77 88 99|Le livreur est ajouté/)
      const path = added.path.replace(/\?.*/, '')
      const changed = await operator.post(`${path}/change`, {
        firstName: 'Mawuli',
        lastName: 'Agbo-Dossa',
        vehicleType: 'MOTO',
        [`city-${parakou}`]: 'on',
      })
      assert.match(textOf(changed), /Agbo-Dossa/)
      assert.match(textOf(changed), /Villes Parakou/)
      assert.equal((await operator.post(`${path}/retire`, {})).status, 422)
      const retired = await operator.post(`${path}/retire`, { sure: 'on' })
      assert.match(textOf(retired), /Parti/)
      assert.equal((await operator.post(`${path}/suspend`, { reason: 'Trop tard' })).status, 404)
    })
  })
})
