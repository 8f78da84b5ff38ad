import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { cliActor } from '../src/base/kernel/actor.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { closeProblem } from '../src/domain/feedback/close-problem.ts'
import { listProblemsOf } from '../src/domain/feedback/problem-report-store.ts'
import { findRating } from '../src/domain/feedback/rating-store.ts'
import { takeProblem } from '../src/domain/feedback/take-problem.ts'
import { listOpenAlerts } from '../src/domain/monitoring/alerts/alert-store.ts'
import { watchAlerts } from '../src/domain/monitoring/alerts/watch-alerts.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { watchedModules } from '../src/modules.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { fieldsOf, openPage, pagePath, sendForm, textOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { memberOf } from './support/shop-members.ts'
import { openVisitor, textOf as visibleText } from './support/visitor.ts'

const prepaid = { payment: { mode: 'PREPAID' } }
const english = { 'accept-language': 'en' }
const unknownId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
const minuteMs = 60_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let mail: MailServer
  let dispatcher: ConsoleVisitor
  before(async () => {
    mail = await openMailServer()
    service = await openService(await open(), {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Colis <no-reply@colis.test>',
      OPERATOR_ALERT_EMAILS: 'astreinte@colis.test',
    })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    dispatcher = await openOperations(service, { role: 'DISPATCHER', name: 'Rachidatou Bello' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(async () => {
    await service.close()
    await mail.close()
  })

  const db = () => service.services.db
  const as = (actor: Actor = cliActor) => ({ ...service.services, actor })

  /** Sends the form for a problem as the page has it. */
  async function report(key: DeliveryKey, typed: Record<string, string>) {
    const page = await openPage(service, key)
    return sendForm(service, key, { ...fieldsOf(page.body, 'problem'), ...typed })
  }
  const rate = (key: DeliveryKey, stars: string) => sendForm(service, key, { step: 'rate', stars })
  const starsOf = async (key: DeliveryKey) => (await findRating(db(), key))?.stars ?? null

  describe('a problem that a customer reports', () => {
    for (const status of [
      'SEARCHING_COURIER',
      'ASSIGNED',
      'IN_TRANSIT',
      'DELIVERED',
      'FAILED',
      'RETURNED',
      'CANCELLED',
      'EXPIRED',
    ] as const)
      test(`can be reported while the delivery is ${status}, and the page says what comes next`, async () => {
        const key = await bringTo(service, shop, status, prepaid)

        const sent = await report(key, { reason: 'DAMAGED', words: 'Le coin\r\nest cassé' })

        assert.deepEqual([sent.status, sent.headers.location], [303, `${pagePath(service, key)}#problem`])
        const [problem] = await listProblemsOf(db(), key)
        assert.deepEqual(
          [problem?.reason, problem?.words, problem?.delivery_status, problem?.number],
          ['DAMAGED', 'Le coin est cassé', status, 1],
        )
        assert.match(
          textOf((await openPage(service, key)).body),
          /Votre problème est signalé Le colis est abîmé, le 21 nov\., 11:00 – bien reçu Une personne du service de livraison le lit et vous appelle/,
        )
        assert.match(
          textOf((await openPage(service, key, english)).body),
          /Your problem is reported The parcel is damaged, 21 Nov, 11:00 – received Somebody of the courier service reads it/,
        )
      })

    test('is not asked for before the customer gave their position, whatever is sent', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION', prepaid)
      assert.doesNotMatch((await openPage(service, key)).body, /problem/)
      await sendForm(service, key, { step: 'problem', reason: 'DAMAGED', words: '', reported: '0' })
      await sendForm(service, key, { step: 'problem', reason: '', words: '', reported: '0' })
      assert.deepEqual(await listProblemsOf(db(), key), [])
    })

    for (const [what, typed, fr, en] of [
      [
        'no reason',
        { reason: '', words: 'Il manque <b>tout</b>' },
        'Choisissez d’abord ce qui se passe.',
        'First choose what is wrong.',
      ],
      [
        'another reason and no words',
        { reason: 'OTHER', words: ' \u200b ' },
        'Écrivez en quelques mots ce qui se passe.',
        'Write in a few words what is wrong.',
      ],
      [
        '501 characters',
        { reason: 'DAMAGED', words: 'é'.repeat(501) },
        'C’est trop long : 500 caractères au plus.',
        'This is too long: at most 500 characters.',
      ],
    ] as const)
      test(`with ${what} is refused in the customer’s language and loses nothing typed`, async () => {
        const key = await bringTo(service, shop, 'IN_TRANSIT', prepaid)
        for (const [headers, said] of [
          [{}, fr],
          [english, en],
        ] as const) {
          const answer = await sendForm(service, key, { step: 'problem', reported: '0', ...typed }, headers)
          assert.equal(answer.status, 422)
          assert.ok(textOf(answer.body).includes(said), textOf(answer.body))
          assert.match(answer.body, /<details open>/)
          assert.equal(fieldsOf(answer.body, 'problem').words, typed.words)
        }
        assert.deepEqual(await listProblemsOf(db(), key), [])
      })

    test('that is sent twice, or many times at once, is reported once', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      const fields = { ...fieldsOf((await openPage(service, key)).body, 'problem'), reason: 'WRONG_PARCEL' }
      const answers = await Promise.all(Array.from({ length: 20 }, () => sendForm(service, key, fields)))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
      assert.equal((await listProblemsOf(db(), key)).length, 1)
    })

    test('is one of five: then the form is gone, and what is sent without it changes nothing', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      for (let times = 0; times < 5; times += 1)
        assert.equal((await report(key, { reason: 'NOT_RECEIVED' })).status, 303)
      const { body } = await openPage(service, key)
      assert.doesNotMatch(body, /Signaler un problème/)
      assert.match(textOf(body), /Vous avez tout signalé/)
      for (const reported of ['5', '9', '99', '-1', ''])
        await sendForm(service, key, { step: 'problem', reason: 'DAMAGED', words: '', reported })
      assert.equal((await listProblemsOf(db(), key)).length, 5)
    })

    test('is refused through another delivery’s link, an ended link and another site', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      const fields = { step: 'problem', reason: 'DAMAGED', words: '', reported: '0' }
      const post = (token: string, headers: object = {}) =>
        service.call({
          method: 'POST',
          url: `//p/${token}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          payload: new URLSearchParams(fields).toString(),
        })
      const links = service.services.customerLinks
      const mine = customerToken({ ...key, linkVersion: 1 }, links)
      const forged = customerToken({ ...key, linkVersion: 1 }, [Buffer.alloc(32, 7)])
      assert.equal((await post(forged)).status, 404)
      assert.equal((await post(customerToken({ ...key, linkVersion: 2 }, links))).status, 404)
      assert.equal((await post(mine, { origin: 'https://elsewhere.test', host: 'colis.test' })).status, 403)
      service.clock.forward(25 * 60 * minuteMs)
      assert.equal((await post(mine)).status, 410)
      assert.deepEqual(await listProblemsOf(db(), key), [])
    })

    test('that is too large or malformed is refused whole', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      const huge = await sendForm(service, key, {
        step: 'problem',
        reason: 'OTHER',
        words: 'a'.repeat(20_000),
      })
      assert.equal(huge.status, 413)
      const url = `//p/${customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks)}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const payload of [
        'step=problem&reason=OTHER&reason=OTHER&words=a&words=b',
        'step=problem&reason[]=x',
        '%%%',
      ])
        assert.notEqual((await service.call({ method: 'POST', url, headers, payload })).status, 500, payload)
      assert.deepEqual(await listProblemsOf(db(), key), [])
    })
  })

  describe('the stars of a hand-over', () => {
    test('are given by one of five buttons, shown, and changed as often as ten times', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      const asked = await openPage(service, key)
      assert.match(textOf(asked.body), /Comment s’est passée la livraison \?/)
      assert.equal(asked.body.match(/<button name="stars"/g)?.length, 5)
      assert.match(asked.body, /aria-label="4 étoiles sur 5" aria-pressed="false"/)

      assert.equal((await rate(key, '4')).status, 303)

      const { body } = await openPage(service, key)
      assert.match(textOf(body), /Merci ! Vous avez donné 4 étoiles sur 5\. Vous pouvez encore changer\./)
      assert.match(body, /aria-label="4 étoiles sur 5" aria-pressed="true"/)
      assert.match(textOf((await openPage(service, key, english)).body), /You gave 4 stars of 5/)
      for (const stars of ['1', '2', '1', '2', '1', '2', '1', '2', '1', '5']) await rate(key, stars)
      assert.equal(await starsOf(key), 5)
      await rate(key, '1')
      assert.equal(await starsOf(key), 5)
    })

    test('are given by nothing else than one to five', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      for (const stars of ['0', '6', '-1', '1.5', '5 ', 'cinq', '', '1e0'])
        assert.equal((await rate(key, stars)).status, 303)
      assert.equal(await starsOf(key), null)
    })

    test('many at once leave one rating', async () => {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      await Promise.all(Array.from({ length: 20 }, (_, at) => rate(key, `${(at % 5) + 1}`)))
      const rows = await db()
        .selectFrom('delivery_ratings')
        .selectAll()
        .where('delivery_ratings.delivery_id', '=', key.id)
        .execute()
      assert.equal(rows.length, 1)
      assert.ok((rows[0]?.changes ?? 99) <= 10)
    })

    for (const status of ['SEARCHING_COURIER', 'IN_TRANSIT', 'FAILED', 'CANCELLED'] as const)
      test(`are neither asked for nor taken while the delivery is ${status}`, async () => {
        const key = await bringTo(service, shop, status, prepaid)
        assert.doesNotMatch((await openPage(service, key)).body, /name="stars"/)
        assert.equal((await rate(key, '1')).status, 303)
        assert.equal(await starsOf(key), null)
      })

    test('of a courier are averaged on the operator’s page of the courier, and nowhere for the public', async () => {
      const courierId = await registerCourier(service, { firstName: 'Zinsou' })
      const page = () => dispatcher.open(`/operations/couriers/${courierId}`)
      assert.match(visibleText(await page()), /Étoiles des clients : aucune/)
      for (const stars of ['5', '4', '4']) {
        const key = await bringTo(service, shop, 'SEARCHING_COURIER', prepaid)
        await assignCourier(service.services, key, { ...courier, id: courierId })
        await act(service, key, 'pickUp')
        await act(service, key, 'handOver')
        await rate(key, stars)
      }
      assert.match(visibleText(await page()), /Étoiles des clients : 4,3 sur 5 \(3 derniers avis\)/)
    })
  })

  describe('those who run the service', () => {
    /** A delivery with a problem, and its address on the list. */
    async function reported(words = 'Le carton est ouvert') {
      const key = await bringTo(service, shop, 'DELIVERED', prepaid)
      await report(key, { reason: 'DAMAGED', words })
      const [problem] = await listProblemsOf(db(), key)
      assert.ok(problem)
      return { key, problem, row: await rowOf(service, key), path: `/operations/problems/${problem.id}` }
    }

    test('see a problem on the list and on the page of the delivery, take it, and close it with a note', async () => {
      const { key, problem, row, path } = await reported('Le <i>carton</i> est ouvert')
      assert.match(
        visibleText(await dispatcher.open(`/operations/deliveries/${key.id}`)),
        /Problèmes signalés par le client Colis abîmé Le <i>carton<\/i> est ouvert/,
      )
      assert.match(visibleText(await dispatcher.open('/operations/deliveries')), /Problèmes signalés : \d+/)
      const list = await dispatcher.open('/operations/problems')
      assert.ok(list.html.includes(`href="tel:${row.customer_phone}"`))
      assert.ok(visibleText(list).includes(row.reference))

      const taken = await dispatcher.submit(list, `${path}/take`)
      assert.match(visibleText(taken), /Le problème est à vous\..*Pris par Rachidatou Bello/)
      assert.match(textOf((await openPage(service, key)).body), /quelqu’un s’en occupe/)

      const refused = await dispatcher.submit(taken, `${path}/close`, { note: 'ok' })
      assert.equal(refused.status, 422)
      assert.match(refused.html, /value="ok"/)
      const closed = await dispatcher.submit(refused, `${path}/close`, { note: 'Remboursée par la boutique' })
      assert.match(visibleText(closed), /Le problème est traité\./)
      assert.ok(!closed.html.includes(problem.id))
      const old = visibleText(await dispatcher.open('/operations/problems?closed=1'))
      assert.match(old, /Traité par Rachidatou Bello.*Remboursée par la boutique/)
      const shown = textOf((await openPage(service, key)).body)
      assert.match(shown, /abîmé, le 21 nov\., 11:00 – traité/)
      assert.doesNotMatch(shown, /Remboursée|vous appelle/)
    })

    test('of two who take or close one at the same moment, one does', async () => {
      const { problem } = await reported()
      const key = { shopId: shop.shopId, id: problem.id }
      for (const [run, what] of [
        [() => takeProblem(as(), key), 'taken'],
        [() => closeProblem(as(), key, 'Fait'), 'closed'],
      ] as const) {
        const outcomes = await Promise.allSettled(Array.from({ length: 8 }, run))
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1, what)
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'ALREADY_DONE')
      }
    })

    test('a problem that is closed at once is taken by whoever closes it', async () => {
      const { key, problem } = await reported()
      await closeProblem(as(), { shopId: shop.shopId, id: problem.id }, 'Appelée')
      const [row] = await listProblemsOf(db(), key)
      assert.deepEqual([row?.taken_by, row?.closed_by], ['CLI', 'CLI'])
    })

    test('a problem that nobody knows, or of another shop, is not found', async () => {
      const { problem, path } = await reported()
      const other = await service.openShop()
      for (const [address, shopId] of [
        [`/operations/problems/${unknownId}`, shop.shopId],
        [path, other.shopId],
        [path, 'x'],
        ['/operations/problems/x', shop.shopId],
      ] as const)
        for (const act of ['take', 'close']) {
          const answer = await dispatcher.post(`${address}/${act}`, { shopId, note: 'Rien fait' })
          assert.equal(answer.status, 404, `${address}/${act}`)
        }
      assert.equal(problem.taken_at, null)
    })

    test('nobody else takes or closes a problem', async () => {
      const { problem } = await reported()
      const key = { shopId: shop.shopId, id: problem.id }
      const others: Actor[] = [
        await memberOf(service, shop.shopId, 'OWNER'),
        { kind: 'CUSTOMER' },
        { kind: 'COURIER', id: unknownId },
        { kind: 'API_KEY', id: shop.keyId },
        { kind: 'OPERATOR', id: unknownId },
      ]
      for (const actor of others) {
        await assert.rejects(takeProblem(as(actor), key), { code: 'ROLE_REQUIRED' })
        await assert.rejects(closeProblem(as(actor), key, 'Rien'), { code: 'ROLE_REQUIRED' })
      }
      const stranger = openVisitor(service)
      const { path } = await stranger.open('/operations/problems')
      assert.equal(path, '/console/sign-in')
    })

    test('are mailed of each delivery with a problem once, and that it is over once somebody took it', async () => {
      await db().deleteFrom('problem_reports').execute()
      await db().deleteFrom('alerts').execute()
      const { key, problem, row } = await reported()
      await report(key, { reason: 'OTHER', words: 'Encore' })
      const watching = { ...service.services, watched: watchedModules(service.services) }
      const minutes = async (count: number) => {
        for (let minute = 0; minute < count; minute += 1) {
          service.clock.forward(minuteMs)
          await watchAlerts(watching)
        }
        await messageWork(service).start().stop()
      }
      const subjects = () =>
        mail.received.map(({ subject }) => subject).filter((subject) => subject.includes(row.reference))
      await minutes(3)
      assert.deepEqual(subjects(), [`Alerte : le client du colis ${row.reference} signale : colis abîmé`])
      const isOpen = async () => (await listOpenAlerts(db())).some(({ kind }) => kind === 'PROBLEM_REPORTED')
      const { html } = await dispatcher.open('/operations')
      assert.match(html, /href="\/operations\/problems"/)
      for (const { id } of await listProblemsOf(db(), key))
        await takeProblem(as(), { shopId: shop.shopId, id })
      await minutes(6)
      assert.equal(await isOpen(), false)
      assert.equal(problem.number, 1)
    })
  })

  test('the reset of a sandbox takes problems and stars with it', async () => {
    const other = await service.openShop()
    const key = await bringTo(service, other, 'DELIVERED', prepaid)
    await report(key, { reason: 'OTHER', words: 'Rien ne va' })
    await rate(key, '2')
    await resetShop(as(), other.shopId)
    for (const table of ['problem_reports', 'delivery_ratings'] as const) {
      const rows = await db()
        .selectFrom(table)
        .selectAll()
        .where(`${table}.shop_id`, '=', other.shopId)
        .execute()
      assert.deepEqual(rows, [])
    }
  })
})
