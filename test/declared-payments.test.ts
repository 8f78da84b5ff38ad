import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Actor } from '../src/base/kernel/actor.ts'
import { cliActor } from '../src/base/kernel/actor.ts'
import { followBoard } from '../src/domain/board/follow-board.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { type DeliveryKey, listPaymentHistory } from '../src/domain/deliveries/delivery-store.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { denyPayment } from '../src/domain/deliveries/payment/deny-payment.ts'
import { failDelivery } from '../src/domain/deliveries/transitions/fail-delivery.ts'
import { maxDeclarations } from '../src/domain/money/payments/payment-status.ts'
import { openConsole } from './support/console-work.ts'
import { fieldsOf, openPage, sendForm, textOf as textOfPage } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { freshMessageWork, type MessageWork, messagesOf } from './support/message-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { memberOf, ownerWithPhone } from './support/shop-members.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'
import { hiddenFieldsOf, textOf } from './support/visitor.ts'
import { accepts, openWhatsAppServer, refuses, type WhatsAppServer } from './support/whatsapp-server.ts'

const minute = 60_000
const why = 'Vu le message de l’opérateur du client'
const direct = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection: 'DIRECT' } }
const answers = (key: DeliveryKey) => `/deliveries/${key.id}/payment-confirmations`

onEachDatabase((open) => {
  let whatsApp: WhatsAppServer
  let service: TestService
  let shop: TestShop
  let work: MessageWork
  before(async () => {
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    shop = await service.openShop({ name: 'Boutique Ganhi', ownerEmail: 'boutique@example.com' })
    await ownerWithPhone(service, shop.shopId, '+2290197000044')
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    work = await freshMessageWork(service, whatsApp)
  })
  after(async () => {
    await whatsApp.close()
    await service.close()
  })

  /** A parcel on its way for ten minutes. */
  const pickedUp = async (of = shop) => {
    service.clock.forward(-10 * minute)
    const key = await bringTo(service, of, 'IN_TRANSIT', direct)
    service.clock.forward(10 * minute)
    return key
  }
  const declared = async () => {
    const key = await pickedUp()
    await declarePaid(service.services, key)
    return key
  }
  const paymentOf = async (key: DeliveryKey) => (await rowOf(service, key)).payment_status
  /** The templates that were sent since the last look, to whom. */
  const sent = () => {
    const names = whatsApp.sent().map(([name = '', to]) => [name.replace(/^colis_|_v\d+$/g, ''), to])
    whatsApp.asked.length = 0
    return names.filter(([name]) => name?.startsWith('payment_')).sort()
  }
  const statesOf = async (key: DeliveryKey, kinds: RegExp) =>
    (await messagesOf(service, key))
      .filter(({ kind }) => kinds.test(kind))
      .map(({ kind, state, due_at }) => `${kind} ${state} ${due_at.toISOString().slice(11, 16)}`)

  describe('reminders of a declared payment (decision 210)', () => {
    test('the owner is asked at once, reminded after 5 and 15 minutes on the phone and by mail, and not again', async () => {
      const key = await declared()
      await work.once()
      assert.deepEqual(sent(), [['payment_declared_phone', '2290197000044']])
      assert.deepEqual(await statesOf(key, /^PAYMENT_/), [
        'PAYMENT_DECLARED PENDING 10:00',
        'PAYMENT_DECLARED_PHONE SENT 10:00',
        'PAYMENT_LAST_REMINDER PENDING 10:15',
        'PAYMENT_LAST_REMINDER_PHONE PENDING 10:15',
        'PAYMENT_REMINDER PENDING 10:05',
        'PAYMENT_REMINDER_PHONE PENDING 10:05',
      ])
      service.clock.forward(5 * minute - 1)
      await work.once()
      assert.deepEqual(sent(), [])
      service.clock.forward(1)
      await work.once()
      assert.deepEqual(sent(), [['payment_reminder_phone', '2290197000044']])
      service.clock.forward(10 * minute)
      await work.once()
      assert.deepEqual(sent(), [['payment_last_reminder_phone', '2290197000044']])
      service.clock.forward(120 * minute)
      await work.once()
      assert.deepEqual(sent(), [])
      assert.deepEqual(work.reportedErrors, [])
    })

    for (const [what, answer] of [
      ['confirmed', (key: DeliveryKey) => shop.post(answers(key), { received: true })],
      ['denied', (key: DeliveryKey) => shop.post(answers(key), { received: false })],
      ['withdrawn with a failed hand-over', (key: DeliveryKey) => act(service, key, 'fail')],
    ] as const)
      test(`the owner is not reminded of a payment that was ${what}`, async () => {
        const key = await declared()
        await work.once()
        await answer(key)
        sent()
        service.clock.forward(20 * minute)
        await work.once()
        assert.deepEqual(
          sent().filter(([name]) => /reminder/.test(name ?? '')),
          [],
        )
        const states = await statesOf(key, /REMINDER_PHONE$/)
        assert.ok(
          states.every((state) => state.includes(' SKIPPED ')),
          states.join(),
        )
      })

    test('a payment that is declared again after a denial is asked about and reminded of anew', async () => {
      const key = await declared()
      await work.once()
      service.clock.forward(4 * minute)
      await shop.post(answers(key), { received: false })
      service.clock.forward(2 * minute)
      await declarePaid(service.services, key)
      sent()
      await work.once()
      assert.deepEqual(sent(), [['payment_declared_again_phone', '2290197000044']])
      service.clock.forward(5 * minute)
      await work.once()
      assert.deepEqual(sent(), [['payment_reminder_phone', '2290197000044']])
    })

    test('what was sent about the first declaration stays, and each later one adds its own messages', async () => {
      const key = await declared()
      await work.once()
      service.clock.forward(5 * minute)
      await work.once()
      for (const _ of ['second', 'third']) {
        await shop.post(answers(key), { received: false })
        service.clock.forward(minute)
        await declarePaid(service.services, key)
        await work.once()
      }
      service.clock.forward(15 * minute)
      await work.once()
      assert.deepEqual(await statesOf(key, /_PHONE$/), [
        'PAYMENT_DECLARED_PHONE SENT 10:00',
        'PAYMENT_REMINDER_PHONE SENT 10:05',
        'PAYMENT_DECLARED_AGAIN_PHONE SENT 10:06',
        'PAYMENT_DECLARED_AGAIN_PHONE SENT 10:07',
        'PAYMENT_LAST_REMINDER_PHONE SENT 10:22',
        'PAYMENT_REMINDER_PHONE SENT 10:22',
      ])
      const owner = await openConsole(service, { shopId: shop.shopId })
      assert.match(
        textOf(await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`)),
        /Paiement déclaré, à vous .* Paiement à confirmer, rappel à vous .* Paiement déclaré de nouveau, à vous .* Paiement déclaré de nouveau, à vous .* dernier rappel à vous/,
      )
    })

    test('a message that could not go out yet is not sent once there is a newer one of its kind', async () => {
      const { key } = await carriedByCourier(service, shop)
      const denied = async () => {
        await declarePaid(service.services, key)
        await shop.post(answers(key), { received: false })
        service.clock.forward(1)
      }
      await denied()
      whatsApp.answering = refuses(500, 131000)
      await work.once()
      await denied()
      whatsApp.answering = accepts
      sent()
      await work.once()
      service.clock.forward(minute)
      await work.once()
      assert.deepEqual(
        sent().flatMap(([name = '']) => (/denied/.test(name) ? [name] : [])),
        ['payment_denied', 'payment_denied_courier'],
      )
      assert.deepEqual(
        (await statesOf(key, /^PAYMENT_DENIED$/)).map((state) => state.split(' ')[1]),
        ['SKIPPED', 'SENT'],
      )
    })

    test('nobody is written to at a shop without an address and without a phone that was proven', async () => {
      const other = await service.openShop()
      await memberOf(service, other.shopId)
      const key = await pickedUp(other)
      await declarePaid(service.services, key)
      await work.once()
      assert.deepEqual(await statesOf(key, /^PAYMENT_/), [])
    })

    test('reminders to come and needless ones are not listed on the page of the delivery', async () => {
      const owner = await openConsole(service, { shopId: shop.shopId })
      const page = async (key: DeliveryKey) =>
        textOf(await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`))
      const key = await declared()
      await work.once()
      assert.match(await page(key), /Paiement déclaré, à vous/)
      assert.doesNotMatch(await page(key), /rappel à vous/)
      service.clock.forward(5 * minute)
      await work.once()
      assert.match(await page(key), /Paiement déclaré, à vous .* Paiement à confirmer, rappel à vous/)
      await shop.post(answers(key), { received: true })
      service.clock.forward(20 * minute)
      await work.once()
      assert.doesNotMatch(await page(key), /dernier rappel à vous/)
    })
  })

  describe('a denial (decision 211)', () => {
    test('the courier and the customer are told once for each denial, and not once the customer has answered it', async () => {
      const { key, phone } = await carriedByCourier(service, shop)
      await declarePaid(service.services, key)
      await work.once()
      sent()
      await shop.post(answers(key), { received: false })
      await work.once()
      const told = [
        ['payment_denied', '2290197000001'],
        ['payment_denied_courier', phone.slice(1)],
      ]
      assert.deepEqual(sent(), told)
      await shop.post(answers(key), { received: false })
      await work.once()
      assert.deepEqual(sent(), [])

      service.clock.forward(minute)
      await declarePaid(service.services, key)
      await shop.post(answers(key), { received: false })
      await work.once()
      assert.deepEqual(sent(), told)

      service.clock.forward(minute)
      await declarePaid(service.services, key)
      await shop.post(answers(key), { received: false })
      await declarePaid(service.services, key)
      await work.once()
      assert.deepEqual(
        sent().filter(([name]) => /denied/.test(name ?? '')),
        [],
      )
      assert.deepEqual(work.reportedErrors, [])
    })

    test('the courier’s page says not to hand over, the server refuses it, and the page opens once it is paid', async () => {
      const { key, visitor } = await carriedByCourier(service, shop)
      await declarePaid(service.services, key)
      assert.match(
        textOf(await visitor.open('/courier')),
        /la boutique doit confirmer qu’elle a reçu 5 600 FCFA/,
      )
      const open = await visitor.open('/courier')
      await shop.post(answers(key), { received: false })

      const denied = await visitor.open('/courier')
      assert.match(
        textOf(denied),
        /Ne remettez pas le colis\. La boutique n’a pas reçu les 5 600 FCFA que le client dit avoir payés\./,
      )
      assert.notEqual(versionOf(denied.html), versionOf(open.html))
      const { confirmation_code: code } = await rowOf(service, key)
      const fields = { ...hiddenFieldsOf(denied, '/courier/actions/fail'), code }
      const forced = await visitor.post('/courier/actions/hand-over', fields)
      assert.match(textOf(forced), /^Ne remettez pas encore le colis : il n’est pas payé\./)
      assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')

      await shop.post(answers(key), { received: true })
      const paid = await visitor.open('/courier')
      assert.match(textOf(paid), /Le client a payé 5 600 FCFA\. Vous pouvez remettre le colis\./)
      assert.match(
        textOf(await visitor.submit(paid, '/courier/actions/hand-over', { code })),
        /^Colis remis\./,
      )
    })

    test('the courier’s page says nothing of a denial before one, nor in English anything else', async () => {
      const { key, visitor } = await carriedByCourier(service, shop)
      assert.doesNotMatch(textOf(await visitor.open('/courier')), /n’a pas reçu/)
      await declarePaid(service.services, key)
      await shop.post(answers(key), { received: false })
      const page = await visitor.open('/courier?lang=en')
      assert.match(textOf(page), /Do not hand over the parcel\. The shop has not received the 5,600 FCFA/)
    })
  })

  describe('what the customer says', () => {
    test('a form that is sent twice declares once, even where the shop has denied it meanwhile', async () => {
      const key = await pickedUp()
      const form = fieldsOf((await openPage(service, key)).body, 'paid')
      assert.equal((await sendForm(service, key, form)).status, 303)
      assert.equal((await sendForm(service, key, form)).status, 303)
      assert.equal(await paymentOf(key), 'AWAITING_MERCHANT')
      await shop.post(answers(key), { received: false })
      assert.equal((await sendForm(service, key, form)).status, 303)
      assert.equal(await paymentOf(key), 'AWAITING_CUSTOMER')
      await sendForm(service, key, fieldsOf((await openPage(service, key)).body, 'paid'))
      assert.equal(await paymentOf(key), 'AWAITING_MERCHANT')
      assert.equal((await shop.post(answers(key), { received: true })).body.payment.status, 'PAID')
    })

    test('a customer declares five times at most; the shop can still confirm', async () => {
      const key = await pickedUp()
      for (let time = 1; time <= maxDeclarations; time += 1) {
        await sendForm(service, key, fieldsOf((await openPage(service, key)).body, 'paid'))
        assert.equal(await paymentOf(key), 'AWAITING_MERCHANT')
        await shop.post(answers(key), { received: false })
      }
      const { body } = await openPage(service, key)
      assert.doesNotMatch(body, /value="paid"/)
      assert.match(textOfPage(body), /Vous l’avez dit plusieurs fois à Boutique Ganhi\. Appelez la boutique/)
      assert.doesNotMatch(textOfPage(body), /dites-le ici/)
      assert.match(body, /href="tel:\+2290197000099"/)
      assert.equal((await sendForm(service, key, { step: 'paid' })).status, 303)
      assert.equal(await paymentOf(key), 'AWAITING_CUSTOMER')
      await assertVerbRefused(declarePaid(service.services, key), {
        status: 409,
        code: 'PAYMENT_DECLARATIONS_USED_UP',
        en: 'You have said 5 times that you paid, which is the most. Call the shop: it can still confirm.',
        fr: 'Vous avez dit 5 fois que vous avez payé, c’est le maximum. Appelez la boutique : elle peut encore confirmer.',
        details: { max: 5 },
      })
      assert.equal((await shop.post(answers(key), { received: true })).body.payment.status, 'PAID')
    })

    test('nothing is declared for a parcel whose delivery has ended meanwhile', async () => {
      for (const end of ['fail', 'cancel'] as const) {
        const key = await pickedUp()
        const form = fieldsOf((await openPage(service, key)).body, 'paid')
        await act(service, key, end)
        assert.equal((await sendForm(service, key, form)).status, 303)
        assert.equal(await paymentOf(key), 'NOT_REQUESTED')
      }
    })
  })

  describe('who answers', () => {
    test('a key without deliveries:write and another shop answer nothing', async () => {
      const key = await declared()
      const reader = await service.openShop({ scopes: ['deliveries:read'] })
      const other = await service.openShop()
      for (const received of [true, false]) {
        assert.deepEqual(codeOf(await reader.post(answers(key), { received })), [403, 'SCOPE_REQUIRED'])
        assert.deepEqual(codeOf(await other.post(answers(key), { received })), [404, 'DELIVERY_NOT_FOUND'])
      }
      const stranger = await openConsole(service, { shopId: other.shopId })
      for (const at of [shop.shopId, other.shopId])
        for (const step of ['confirm-payment', 'deny-payment']) {
          const { status } = await stranger.post(`/console/shops/${at}/deliveries/${key.id}/${step}`, {})
          assert.ok([403, 404].includes(status), `${status}`)
        }
      assert.equal(await paymentOf(key), 'AWAITING_MERCHANT')
    })

    test('staff confirm and deny in the console, which says since when the customer says so and what was answered', async () => {
      const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
      const path = `/console/shops/${shop.shopId}`
      const key = await declared()
      const page = `${path}/deliveries/${key.id}`
      assert.match(textOf(await staff.open(path)), /Paiement à confirmer/)
      const asked = await staff.open(page)
      assert.match(textOf(asked), /Le client dit avoir payé .* Il le dit depuis le 21 nov., 11:00\./)
      service.clock.forward(10 * minute)
      const denied = await staff.submit(asked, `${page}/deny-payment`)
      assert.match(
        textOf(denied),
        /Paiement pas arrivé Réponse du 21 nov., 11:10 : rien n’est arrivé .* Historique Paiement déclaré, mais pas arrivé/,
      )
      service.clock.forward(minute)
      await declarePaid(service.services, key)
      const again = await staff.open(page)
      assert.match(
        textOf(again),
        /Il le redit depuis le 21 nov., 11:11 ; la réponse a déjà été non une fois\./,
      )
      assert.match(textOf(await staff.submit(again, `${page}/confirm-payment`)), /Paiement confirmé/)
      assert.equal(await paymentOf(key), 'PAID')
    })

    test('where the shop does not answer, the board shows it and a dispatcher decides, with a reason that is kept', async () => {
      const errors: unknown[] = []
      const board = followBoard({
        ...service.services,
        everyMs: 5,
        onError: (_, error) => errors.push(error),
      })
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const key = await declared()
      const page = `/operations/deliveries/${key.id}`
      const reasons = async () =>
        (await board.read()).deliveries.get(key.id)?.late.map(({ reason }) => reason)
      await until(async () => (await reasons())?.length === 0, 'the delivery')
      service.clock.forward(20 * minute)
      await until(async () => (await reasons())?.includes('PAYMENT_UNANSWERED') === true, 'its lateness')

      const shown = await dispatcher.open(page)
      assert.match(
        textOf(shown),
        /Paiement à décider Le client dit depuis le 21 nov., 11:00 avoir payé 5 600 FCFA à la boutique, qui n’a pas encore répondu\./,
      )
      const unreasoned = await dispatcher.submit(shown, `${page}/acts/deny-payment`, {
        'reason-deny-payment': '',
      })
      assert.equal(unreasoned.status, 422)
      const denied = await dispatcher.submit(shown, `${page}/acts/deny-payment`, {
        'reason-deny-payment': why,
      })
      assert.match(textOf(denied), /Le client et le livreur sont prévenus\./)
      assert.match(textOf(denied), /Paiement pas arrivé Le client dit avoir payé 5 600 FCFA/)
      await until(async () => (await reasons())?.length === 0, 'the end of its lateness')
      service.clock.forward(minute)
      await declarePaid(service.services, key)
      const confirmed = await dispatcher.submit(await dispatcher.open(page), `${page}/acts/confirm-payment`, {
        'reason-confirm-payment': why,
      })
      assert.match(textOf(confirmed), /Le paiement est noté\./)
      assert.equal(await paymentOf(key), 'PAID')
      await board.stop()
      assert.deepEqual(errors, [])

      const lines = await listPaymentHistory(service.services.db, key)
      const by = `OPERATOR:${dispatcher.accountId}`
      assert.deepEqual(lines.map(({ status, actor, note }) => [status, actor, note]).slice(3), [
        ['AWAITING_CUSTOMER', by, why],
        ['AWAITING_MERCHANT', 'SYSTEM', null],
        ['PAID', by, why],
      ])
      const audit = await service.services.db
        .selectFrom('audit_lines')
        .select(['audit_lines.action', 'audit_lines.actor', 'audit_lines.after'])
        .where('audit_lines.subject_id', '=', key.id)
        .orderBy('audit_lines.id')
        .execute()
      assert.deepEqual(
        audit.map(({ action, actor, after: values }) => [
          action,
          actor,
          (values as { reason: string }).reason,
        ]),
        [
          ['deny-payment', by, why],
          ['confirm-payment', by, why],
        ],
      )
    })
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())
  const as = (actor: Actor) => ({ ...service.services, actor })
  const rounds = 15

  test('a shop that confirms while an operator denies: it is PAID, whoever was first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', direct)
      await declarePaid(service.services, key)
      const [confirmed, denied] = await Promise.allSettled([
        shop.post(answers(key), { received: true }),
        denyPayment(as(cliActor), key, why),
      ])
      assert.equal(confirmed.status === 'fulfilled' && confirmed.value.status, 200)
      if (denied.status === 'rejected') assert.equal(denied.reason.code, 'PAYMENT_TRANSITION_REFUSED')
      assert.equal((await rowOf(service, key)).payment_status, 'PAID')
      const events = await eventsOf(service, key)
      assert.equal(events.filter(({ type }) => type === 'payment.confirmed').length, 1)
    }
  })

  test('a customer who declares while the shop denies: the denial is of what was declared before', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', direct)
      await declarePaid(service.services, key)
      await Promise.allSettled([
        declarePaid(service.services, key, 1),
        shop.post(answers(key), { received: false }),
      ])
      const statuses = (await listPaymentHistory(service.services.db, key)).map(({ status }) => status)
      const again = statuses.length === 5
      assert.deepEqual(statuses, [
        'NOT_REQUESTED',
        'AWAITING_CUSTOMER',
        'AWAITING_MERCHANT',
        'AWAITING_CUSTOMER',
        ...(again ? ['AWAITING_MERCHANT'] : []),
      ])
    }
  })

  test('eight presses at once declare once', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', direct)
    const form = fieldsOf((await openPage(service, key)).body, 'paid')
    const responses = await Promise.all(Array.from({ length: 8 }, () => sendForm(service, key, form)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [303])
    const lines = await listPaymentHistory(service.services.db, key)
    assert.equal(lines.filter(({ status }) => status === 'AWAITING_MERCHANT').length, 1)
  })

  for (const [what, end] of [
    [
      'a failed hand-over',
      (key: DeliveryKey) => failDelivery(service.services, key, { code: 'REFUSED', words: null }),
    ],
    [
      'a cancellation',
      (key: DeliveryKey) => cancelDelivery(service.services, key, { reason: null, idempotencyKey: null }),
    ],
  ] as const)
    test(`an answer that races ${what} either came before it or changes nothing`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const received = round % 2 === 0
        const key = await bringTo(service, shop, 'IN_TRANSIT', direct)
        await declarePaid(service.services, key)
        const [answered] = await Promise.allSettled([shop.post(answers(key), { received }), end(key)])
        assert.ok(answered.status === 'fulfilled')
        const isKept = answered.value.status === 200
        if (!isKept)
          assert.ok(
            ['PAYMENT_TRANSITION_REFUSED', 'TRANSITION_REFUSED'].includes(answered.value.body.code),
            answered.value.body.code,
          )
        const row = await rowOf(service, key)
        assert.equal(row.payment_status, isKept && received ? 'PAID' : 'NOT_REQUESTED')
      }
    })

  test('of a confirmation and a hand-over at once, the parcel is handed over only after the confirmation', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = await bringTo(service, shop, 'IN_TRANSIT', direct)
      await declarePaid(service.services, key)
      const [, handedOver] = await Promise.allSettled([
        confirmPayment(service.services, key),
        act(service, key, 'handOver'),
      ])
      const row = await rowOf(service, key)
      assert.equal(row.payment_status, 'PAID')
      assert.equal(row.status, handedOver.status === 'fulfilled' ? 'DELIVERED' : 'IN_TRANSIT')
      if (handedOver.status === 'rejected') assert.equal(handedOver.reason.code, 'PAYMENT_NOT_SETTLED')
    }
  })
})

/** A parcel on its way with a courier who is signed in. */
async function carriedByCourier(service: TestService, shop: TestShop) {
  await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
  await service.services.db.deleteFrom('courier_searches').execute()
  const { visitor, phone } = await signInCourier(service)
  const key = await offerTrip(service, shop, direct)
  await visitor.submit(await visitor.open('/courier'), '/courier/actions/accept')
  await visitor.submit(await visitor.open('/courier'), '/courier/actions/arrive')
  await act(service, key, 'pickUp')
  return { key, visitor, phone }
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

const versionOf = (html: string) => /data-version="([^"]*)"/.exec(html)?.[1]
