import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { customerActor, systemActor } from '../src/base/kernel/actor.ts'
import { changePayment } from '../src/domain/deliveries/change-payment.ts'
import { declarePaid } from '../src/domain/deliveries/declare-paid.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { payAsSimulatedCustomer } from '../src/domain/mobile-money/pay-as-simulated-customer.ts'
import { requestPaymentAgain } from '../src/domain/mobile-money/request-payment-again.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { type MessageWork, messagesOf, messageWork } from './support/message-work.ts'
import { secure } from './support/money-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import {
  accepts,
  openWhatsAppServer,
  type WhatsAppMessage,
  type WhatsAppServer,
} from './support/whatsapp-server.ts'

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
    await messageWork(service).once()
    whatsApp.asked.length = 0
    whatsApp.answering = accepts
    work = messageWork(service)
  })
  after(async () => {
    await whatsApp.close()
    await service.close()
  })

  /** What was sent since the last look: the template and what fills its places. */
  const sent = () => {
    const asked = whatsApp.asked.map(({ body }) => [
      body.template.name.replace(/^colis_|_v1$/g, ''),
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
          .filter(({ template }) => template.name !== 'colis_position_link_v1')
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
})
