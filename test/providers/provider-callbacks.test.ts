import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { newTransfer } from '../../src/domain/money/transfers/transfer-row.ts'
import { insertTransfer } from '../../src/domain/money/transfers/transfer-store.ts'
import { onEachDatabase } from '../support/databases.ts'
import { act } from '../support/delivery-verbs.ts'
import { fedapayWebhookSecret, openFedapayServer } from '../support/fedapay-server.ts'
import { openMtnServer } from '../support/mtn-server.ts'
import { openService, type TestService, type TestShop, testStart } from '../support/open-service.ts'
import type { ProviderServer } from '../support/provider-server.ts'
import { moneyOrder, type ProviderWork, providerWork } from '../support/provider-work.ts'
import { openWaveServer, waveWebhookSecret } from '../support/wave-server.ts'

type Callback = { url: string; method: 'POST' | 'PUT'; body: string; headers: Record<string, string> }
const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000)
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** How each provider reports that an order ended. `secret` is what it signs with. */
const reporters: Record<
  string,
  {
    open: () => Promise<ProviderServer>
    env?: Record<string, string>
    of: (orderId: string, now: Date, secret?: string) => Callback
  }
> = {
  'MTN MoMo': {
    open: openMtnServer,
    env: { MTN_CALLBACKS: 'true', PUBLIC_URL: 'https://colis.test' },
    of: (orderId) => ({
      url: `//mobile-money/mtn/${orderId}`,
      method: 'PUT',
      body: JSON.stringify({ externalId: orderId, status: 'SUCCESSFUL', amount: '5600', currency: 'XOF' }),
      headers: {},
    }),
  },
  FedaPay: {
    open: openFedapayServer,
    of: (orderId, now, secret = fedapayWebhookSecret) => {
      const body = JSON.stringify({
        id: 'evt_1',
        name: 'transaction.approved',
        object: 'transaction',
        entity: { id: 1, merchant_reference: orderId, status: 'approved' },
      })
      const at = secondsOf(now)
      return {
        url: '//mobile-money/fedapay',
        method: 'POST',
        body,
        headers: { 'x-fedapay-signature': `t=${at},s=${hmac(secret, `${at}.${body}`)}` },
      }
    },
  },
  Wave: {
    open: openWaveServer,
    of: (orderId, now, secret = waveWebhookSecret) => {
      const body = JSON.stringify({
        id: 'AE_ijzo7oGgrlM8',
        type: 'checkout.session.completed',
        data: { id: 'cos-1', client_reference: orderId, payment_status: 'succeeded' },
      })
      const at = secondsOf(now)
      return {
        url: '//mobile-money/wave',
        method: 'POST',
        body,
        headers: { 'wave-signature': `t=${at},v1=${'0'.repeat(64)},v1=${hmac(secret, `${at}${body}`)}` },
      }
    },
  },
}

onEachDatabase((open) => {
  for (const [label, reporter] of Object.entries(reporters))
    describe(`callbacks of ${label}`, () => {
      let server: ProviderServer
      let service: TestService
      let shop: TestShop
      let work: ProviderWork
      let day = 0
      before(async () => {
        server = await reporter.open()
        service = await openService(await open(), { ...server.env, ...reporter.env })
        shop = await service.openShop()
      })
      beforeEach(async () => {
        await service.services.db.updateTable('payment_requests').set({ due_at: null }).execute()
        day += 1
        service.clock.set(new Date(Date.parse(testStart) + day * 86_400_000).toISOString())
        work = providerWork(service, shop, server)
      })
      after(async () => {
        await service.close()
        await server.close()
      })

      const now = () => service.clock.now()
      const post = ({ url, method, body, headers }: Callback) =>
        service.call({
          url,
          method,
          payload: body,
          headers: { 'content-type': 'application/json', ...headers },
        })
      const isDue = async (key: DeliveryKey) => {
        const { due_at } = await work.requestOf(key)
        return due_at !== null && due_at <= now()
      }
      /** A customer who was asked a while ago, so that the next poll is far off. */
      async function asked() {
        const key = await work.pickedUp()
        await work.round()
        await work.roundAfter(60_000)
        assert.equal(await isDue(key), false)
        return { key, id: (await work.requestOf(key)).id }
      }

      test('a callback wakes the poll, and what was paid is confirmed at once', async () => {
        const { key, id } = await asked()
        server.pays(id)
        const answer = await post(reporter.of(id, now()))
        assert.deepEqual([answer.status, answer.body], [200, undefined])
        assert.equal(await work.paymentOf(key), 'AWAITING_CUSTOMER')
        await work.round()
        assert.equal(await work.paymentOf(key), 'PAID')
      })

      test('a callback that claims what is not so changes nothing', async () => {
        const { key, id } = await asked()
        await post(reporter.of(id, now()))
        await work.round()
        assert.equal(await work.paymentOf(key), 'AWAITING_CUSTOMER')
        assert.equal(await isDue(key), false)
      })

      test('callbacks that come again and again wake an order once in five seconds', async () => {
        const { key, id } = await asked()
        const before = server.count(server.calls.status)
        for (let times = 0; times < 5; times += 1) {
          assert.equal((await post(reporter.of(id, now()))).status, 200)
          await work.round()
        }
        assert.equal(server.count(server.calls.status) - before, 1)
        service.clock.forward(5_000)
        await post(reporter.of(id, now()))
        assert.equal(await isDue(key), true)
      })

      test('callbacks that are forged, unknown or of nothing are answered alike and do nothing', async () => {
        const { key, id } = await asked()
        const good = reporter.of(id, now())
        const forged: Callback[] =
          label === 'MTN MoMo'
            ? []
            : [
                reporter.of(id, now(), 'another secret'),
                { ...good, headers: {} },
                { ...good, body: good.body.replace('"id"', '"Id"') },
                reporter.of(id, new Date(now().getTime() - 600_000)),
                { ...good, body: '' },
              ]
        const strange = [
          reporter.of(moneyOrder().id, now()),
          reporter.of("'; drop table payment_requests; --", now()),
          { ...good, method: 'POST' as const, body: 'x', url: good.url.replace(id, 'x') },
        ]
        for (const each of [...forged, ...strange]) {
          const answer = await post(each)
          assert.deepEqual([answer.status, answer.body], [200, undefined], each.url)
        }
        assert.equal(await isDue(key), false)
        const warned = service.logged.filter((line) => line.includes('not signed with our secret'))
        assert.ok(warned.length <= 1)
      })

      test('a callback about a request that is polled no more has it asked for, and what was paid is to be given back', async () => {
        const { key, id } = await asked()
        await act(service, key, 'fail')
        await work.roundAfter(11 * 60_000)
        await work.roundAfter(25 * 3_600_000)
        const over = await work.requestOf(key)
        assert.deepEqual([over.state, over.due_at], ['WITHDRAWN', null])
        await post(reporter.of(id, now()))
        await work.round()
        assert.equal((await work.requestOf(key)).due_at, null)

        server.pays(id)
        service.clock.forward(6_000)
        await post(reporter.of(id, now()))
        await work.round()
        const late = await work.requestOf(key)
        assert.deepEqual([late.state, late.refund_due_at], ['PAID', now()])
      })

      test('a body that is too long is refused', async () => {
        const { id } = await asked()
        const answer = await post({ ...reporter.of(id, now()), body: 'x'.repeat(70_000) })
        assert.equal(answer.status, 413)
      })

      test('an order that nobody waits for, or that a worker holds, is left as it is', async () => {
        const { key, id } = await asked()
        const { db } = service.services
        const inAMinute = new Date(now().getTime() + 60_000)
        const lease_owner = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
        await db
          .updateTable('payment_requests')
          .set({ due_at: inAMinute, lease_owner })
          .where('payment_requests.id', '=', id)
          .execute()
        await post(reporter.of(id, now()))
        assert.equal(await isDue(key), false)
        await db
          .updateTable('payment_requests')
          .set({ due_at: null, lease_owner: null })
          .where('payment_requests.id', '=', id)
          .execute()
        service.clock.forward(6_000)
        await post(reporter.of(id, now()))
        assert.equal((await work.requestOf(key)).due_at, null)
      })

      test('a callback of a transfer wakes its poll', async () => {
        const { db } = service.services
        const { id } = moneyOrder()
        const about = {
          kind: 'SHOP_PAYOUT',
          shop_id: shop.shopId,
          currency: 'XOF',
          amount_fcfa: 1_000,
          provider: server.name,
          phone: '+2290197000002',
        } as const
        const transfer = newTransfer(about, { id, now: now(), reference: `VRS-${id.slice(-6)}` })
        const due_at = new Date(now().getTime() + 60_000)
        await db.transaction().execute((trx) => insertTransfer(trx, { ...transfer, due_at }))
        await post(reporter.of(id, now()))
        const row = await db
          .selectFrom('money_transfers')
          .select('money_transfers.due_at')
          .where('money_transfers.id', '=', id)
          .executeTakeFirstOrThrow()
        assert.deepEqual(row.due_at, now())
      })
    })

  test('without a provider there is nothing at its address', async () => {
    const service = await openService(await open())
    for (const url of [
      '//mobile-money/fedapay',
      '//mobile-money/wave',
      `//mobile-money/mtn/${moneyOrder().id}`,
    ])
      assert.equal((await service.call({ url, method: 'POST', payload: {} })).status, 404)
    await service.close()
  })
})
