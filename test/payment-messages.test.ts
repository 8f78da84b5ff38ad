import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { cliActor, customerActor, systemActor } from '../src/base/kernel/actor.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { denyPayment } from '../src/domain/deliveries/payment/deny-payment.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { requestPaymentAgain } from '../src/domain/money/mobile-money/request-payment-again.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { freshMessageWork, type MessageWork, messagesOf } from './support/message-work.ts'
import { secure } from './support/money-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { ownerWithPhone } from './support/shop-members.ts'
import { openWhatsAppServer, type WhatsAppMessage, type WhatsAppServer } from './support/whatsapp-server.ts'

const direct = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection: 'DIRECT' } }

onEachDatabase((open) => {
  let whatsApp: WhatsAppServer
  let service: TestService
  let shop: TestShop
  let work: MessageWork
  before(async () => {
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    work = await freshMessageWork(service, whatsApp)
  })
  after(async () => {
    await whatsApp.close()
    await service.close()
  })

  /** What was sent since the last look: the template and what fills its places. */
  const sent = () => {
    const asked = whatsApp.asked.map(({ body }) => [
      body.template.name.replace(/^colis_|_v\d+$/g, ''),
      ...(body.template.components[0]?.parameters ?? []).map(({ text }) =>
        text.replaceAll(/[\u00a0\u202f]/g, ' '),
      ),
    ])
    whatsApp.asked.length = 0
    return asked.sort()
  }
  const due = ['payment_due', 'Afi', 'Boutique Ganhi', '5 600 FCFA']
  const kindsOf = async (key: DeliveryKey) => (await messagesOf(service, key)).map(({ kind }) => kind)

  describe('the customer is told what is to be paid', () => {
    for (const [collection, input] of [
      ['DIRECT', direct],
      ['SECURE', secure],
    ] as const)
      test(`at pick-up they read the amount, and get a link to where it is paid (${collection})`, async () => {
        await bringTo(service, shop, 'IN_TRANSIT', input)
        await work.once()
        const [onTheWay, toPay] = whatsApp.asked
          .map(({ body }) => body)
          .filter(({ template }) => template.name !== 'colis_position_link_v2')
          .sort((one, other) => (one.template.name < other.template.name ? -1 : 1))
        assert.equal(toPay?.to, '2290197000001')
        const tokenOf = (body: WhatsAppMessage | undefined) =>
          body?.template.components[1]?.parameters[0]?.text
        assert.match(tokenOf(toPay) ?? '', /^[\w-]{64}$/)
        assert.equal(tokenOf(toPay), tokenOf(onTheWay))
        assert.deepEqual(sent().at(-1), due)
        assert.deepEqual(work.reportedErrors, [])
      })

    test('nothing is said of a payment where none is due', async () => {
      const prepaid = await bringTo(service, shop, 'IN_TRANSIT')
      await work.once()
      assert.ok(!(await kindsOf(prepaid)).includes('PAYMENT_DUE'))
    })

    test('nothing is said any more once it is paid, or declared to the shop', async () => {
      const paid = await bringTo(service, shop, 'IN_TRANSIT', secure)
      const declared = await bringTo(service, shop, 'IN_TRANSIT', direct)
      await work.relay()
      await payAsSimulatedCustomer(service.services, paid)
      await declarePaid(service.services, declared)
      await work.once()
      for (const key of [paid, declared]) {
        const message = (await messagesOf(service, key)).find(({ kind }) => kind === 'PAYMENT_DUE')
        assert.deepEqual([message?.state, message?.last_failure], ['SKIPPED', 'NO_LONGER_TRUE'])
      }
    })

    test('it is said where the payment was refused or failed, too, since it is still due', async () => {
      for (const end of ['refuse', 'fail'] as const) {
        const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
        await work.relay()
        await changePayment(service.services, key, end)
        await work.once()
        assert.deepEqual(sent().at(-1), due)
      }
    })

    test('it is said again when the shop or the operator asks for it again, and not when the customer does', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await work.once()
      sent()
      await changePayment(service.services, key, 'fail')
      assert.equal((await shop.post(`/deliveries/${key.id}/payment-requests`, {})).status, 200)
      await work.once()
      assert.deepEqual(sent(), [due])
      for (const [actor, expected] of [
        [customerActor, []],
        [systemActor, [due]],
      ] as const) {
        service.clock.forward(1)
        await changePayment(service.services, key, 'refuse')
        await requestPaymentAgain({ ...service.services, actor }, key)
        await work.once()
        assert.deepEqual(sent(), expected)
      }
    })
  })

  describe('an answer that was given in the owner’s stead (decision 211)', () => {
    const why = 'Vu le message de l’opérateur du client'
    let owned: TestShop
    before(async () => {
      owned = await service.openShop({ name: 'Boutique Ganhi', ownerEmail: 'boutique@example.com' })
      await ownerWithPhone(service, owned.shopId, '+2290197000044')
    })
    const declared = async (of = owned) => {
      const key = await bringTo(service, of, 'IN_TRANSIT', direct)
      await declarePaid(service.services, key)
      await work.once()
      sent()
      return key
    }
    /** The messages to the owner about an answer. */
    const toOwner = async (key: DeliveryKey) =>
      (await kindsOf(key)).filter((kind) => /^PAYMENT_(CONFIRMED|DENIED)_OWNER/.test(kind))

    test('the owner is told of it with the reason, by mail and on the phone', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      for (const [step, template, kinds] of [
        [
          'confirm-payment',
          'payment_confirmed_owner_phone',
          ['PAYMENT_CONFIRMED_OWNER', 'PAYMENT_CONFIRMED_OWNER_PHONE'],
        ],
        [
          'deny-payment',
          'payment_denied_owner_phone',
          ['PAYMENT_DENIED_OWNER', 'PAYMENT_DENIED_OWNER_PHONE'],
        ],
      ] as const) {
        const key = await declared()
        const page = `/operations/deliveries/${key.id}`
        await dispatcher.submit(await dispatcher.open(page), `${page}/acts/${step}`, {
          [`reason-${step}`]: why,
        })
        await work.once()
        assert.deepEqual(await toOwner(key), kinds)
        const [told] = sent().filter(([name = '']) => name === template)
        assert.deepEqual(
          told?.slice(1).sort(),
          ['5 600 FCFA', 'Afi Dossou', (await rowOf(service, key)).reference, why].sort(),
        )
      }
      assert.deepEqual(work.reportedErrors, [])
    })

    test('an answer of the shop itself, and a payment by mobile money, are told to no owner', async () => {
      const [confirmed, denied] = [await declared(), await declared()]
      await owned.post(`/deliveries/${confirmed.id}/payment-confirmations`, { received: true })
      await owned.post(`/deliveries/${denied.id}/payment-confirmations`, { received: false })
      const paid = await bringTo(service, owned, 'IN_TRANSIT', secure)
      await payAsSimulatedCustomer(service.services, paid)
      await work.once()
      for (const key of [confirmed, denied, paid]) assert.deepEqual(await toOwner(key), [])
    })

    test('an answer by the command line is told with what is known of its reason', async () => {
      const services = { ...service.services, actor: cliActor }
      const key = await declared()
      await denyPayment(services, key)
      await work.once()
      assert.ok(
        sent().some(
          ([name, ...places]) => name === 'payment_denied_owner_phone' && places.includes('non précisé'),
        ),
      )
      service.clock.forward(1)
      await confirmPayment(services, key, why)
      await act(service, key, 'handOver')
      await work.once()
      assert.ok(
        sent().some(([name, ...places]) => name === 'payment_confirmed_owner_phone' && places.includes(why)),
      )
    })
  })
})
