import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { assertRefused, type Refusal } from './support/refusal.ts'
import {
  accepts,
  openWhatsAppServer,
  reportOf,
  signatureOf,
  verifyToken,
  type WhatsAppServer,
  wamidOf,
} from './support/whatsapp-server.ts'

const callbackRefused: Refusal = {
  status: 403,
  code: 'CALLBACK_REFUSED',
  en: 'This callback does not carry the secret agreed on with its sender.',
  fr: 'Cet appel ne porte pas le secret convenu avec son expéditeur.',
}

onEachDatabase((open) => {
  let whatsApp: WhatsAppServer
  let service: TestService
  let shop: TestShop
  let key: DeliveryKey
  let wamid: string
  before(async () => {
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    shop = await service.openShop()
  })
  after(async () => {
    await whatsApp.close()
    await service.close()
  })
  beforeEach(async () => {
    whatsApp.asked.length = 0
    whatsApp.answering = accepts
    key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).once()
    wamid = whatsApp.asked[0] ? wamidOf(whatsApp.asked[0]) : ''
  })

  const post = (payload: Buffer | string, headers: Record<string, string> = {}) =>
    service.call({
      method: 'POST',
      url: '//whatsapp/webhook',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const report = (bytes: Buffer) => post(bytes, { 'x-hub-signature-256': signatureOf(bytes) })
  const statusOf = async () => {
    const { state, provider_status, last_failure } = await messageOf(service, key, 'POSITION_LINK')
    return [state, provider_status, last_failure]
  }

  describe('reports of a message', () => {
    test('the reports of a message take its status from sent to delivered to read', async () => {
      assert.deepEqual(await statusOf(), ['SENT', null, null])
      for (const status of ['sent', 'delivered', 'read']) {
        assert.equal((await report(reportOf({ id: wamid, status }))).status, 200)
        assert.deepEqual(await statusOf(), ['SENT', status, null])
      }
    })

    test('the status of a message never goes back, in whatever order the reports come', async () => {
      for (const [status, known] of [
        ['delivered', 'delivered'],
        ['sent', 'delivered'],
        ['failed', 'delivered'],
        ['read', 'read'],
        ['delivered', 'read'],
        ['read', 'read'],
      ] as const) {
        await report(reportOf({ id: wamid, status }))
        assert.deepEqual(await statusOf(), ['SENT', known, null])
      }
    })

    test('several reports in one webhook are all applied', async () => {
      await report(reportOf({ id: wamid, status: 'read' }, { id: wamid, status: 'sent' }))
      assert.deepEqual(await statusOf(), ['SENT', 'read', null])
    })

    test('a report of failure is saved with its reason, and a later report of delivery replaces it', async () => {
      const errors = [{ code: 131026, title: 'Message undeliverable' }]
      await report(reportOf({ id: wamid, status: 'failed', errors }))
      assert.deepEqual(await statusOf(), ['FAILED', 'failed', 'WHATSAPP_131026'])
      await report(reportOf({ id: wamid, status: 'delivered' }))
      assert.deepEqual(await statusOf(), ['SENT', 'delivered', null])
    })

    test('reports of unknown messages change nothing', async () => {
      assert.equal((await report(reportOf({ id: 'wamid.unknown', status: 'read' }))).status, 200)
      assert.deepEqual(await statusOf(), ['SENT', null, null])
    })
  })

  test('a message whose response was lost is found by our id in its report, and is not sent again', async () => {
    whatsApp.answering = (response) => response.destroy()
    key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).once()
    const { id, state } = await messageOf(service, key, 'POSITION_LINK')
    assert.equal(state, 'PENDING')

    await report(reportOf({ id: 'wamid.lost', status: 'sent', biz_opaque_callback_data: id }))

    const message = await messageOf(service, key, 'POSITION_LINK')
    assert.deepEqual(
      [message.state, message.provider_message_id, message.wa_id, message.sent_at],
      ['SENT', 'wamid.lost', '22997000001', service.clock.now()],
    )
    whatsApp.asked.length = 0
    service.clock.forward(24 * 60 * 60_000)
    await messageWork(service).once()
    assert.deepEqual(whatsApp.asked, [])
  })

  describe('callbacks that are not signed with the secret of the app', () => {
    const bytes = () => reportOf({ id: wamid, status: 'read' })
    const cases: [string, () => Record<string, string>][] = [
      ['no signature', () => ({})],
      ['a signature of another secret', () => ({ 'x-hub-signature-256': signatureOf(bytes(), 'guessed') })],
      [
        'a signature of other bytes',
        () => ({ 'x-hub-signature-256': signatureOf(Buffer.concat([bytes(), Buffer.from(' ')])) }),
      ],
      ['the older signature header alone', () => ({ 'x-hub-signature': signatureOf(bytes()) })],
      ['an empty digest', () => ({ 'x-hub-signature-256': 'sha256=' })],
    ]
    for (const [what, headers] of cases) {
      test(`a callback with ${what} is refused`, async () => {
        await assertRefused((language) => post(bytes(), { ...headers(), ...language }), callbackRefused)
        assert.deepEqual(await statusOf(), ['SENT', null, null])
      })
    }

    test('an unsigned callback is refused without its body being parsed', async () => {
      await assertRefused((language) => post('{"', language), callbackRefused)
    })

    test('an unsigned callback with an empty body is refused', async () => {
      await assertRefused((language) => post('', language), callbackRefused)
    })
  })

  describe('bodies that are not waited for', () => {
    let url = ''
    before(async () => {
      url = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/whatsapp/webhook`
    })

    test('a callback without a well-formed signature is refused before its body arrives', async () => {
      assert.equal((await sendHead({ 'content-length': '200000' })).statusCode, 403)
      assert.equal(
        (await sendHead({ 'content-length': '200000', 'x-hub-signature-256': 'sha256=0' })).statusCode,
        403,
      )
    })

    /** The answer to a request of which only the head is ever sent. */
    async function sendHead(headers: Record<string, string>) {
      const outgoing = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(120_000) })
      outgoing.flushHeaders()
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      outgoing.on('error', () => {}).destroy()
      return incoming
    }
  })

  describe('signed callbacks', () => {
    test('a signed callback that is not JSON is refused', async () => {
      const { status, body } = await report(Buffer.from('{"entry": ['))
      assert.deepEqual([status, body.code], [400, 'JSON_INVALID'])
    })

    test('a signed callback of another shape is accepted and ignored', async () => {
      for (const text of ['null', '[]', '{"object":"whatsapp_business_account","entry":[{"changes":[{}]}]}'])
        assert.equal((await report(Buffer.from(text))).status, 200)
    })

    test('a signed callback is verified byte for byte, whatever its spaces or escapes', async () => {
      const spaced = Buffer.from(
        JSON.stringify(JSON.parse(reportOf({ id: wamid, status: 'read' }).toString()), null, 3),
      )
      assert.equal((await report(spaced)).status, 200)
      assert.deepEqual(await statusOf(), ['SENT', 'read', null])
    })

    test('a signed callback of up to 256 KiB is accepted, and a larger one is refused', async () => {
      const padded = (size: number) => {
        const bytes = reportOf({ id: wamid, status: 'read' })
        return Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')])
      }
      assert.equal((await report(padded(256 * 1024))).status, 200)
      assert.deepEqual(await statusOf(), ['SENT', 'read', null])
      assert.equal((await report(padded(256 * 1024 + 1))).status, 413)
    })
  })

  describe('verification of the callback address', () => {
    const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
      service.call({ url: `//whatsapp/webhook?${new URLSearchParams(query)}`, headers })
    const agreed = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '1158201444' }

    test('a verification request gets its challenge back as plain text', async () => {
      const { status, body, headers } = await ask(agreed)
      assert.deepEqual([status, body], [200, 1158201444])
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    })

    for (const [what, other] of [
      ['another verify token', { 'hub.verify_token': 'guessed' }],
      ['no verify token', { 'hub.verify_token': '' }],
      ['another mode', { 'hub.mode': 'unsubscribe' }],
    ] as const) {
      test(`a verification request with ${what} is refused`, async () =>
        assertRefused((language) => ask({ ...agreed, ...other }, language), callbackRefused))
    }

    test('a verification request without a challenge is refused', async () => {
      const { 'hub.challenge': _, ...rest } = agreed
      await assertRefused((language) => ask(rest, language), callbackRefused)
    })
  })
})

test('the callback address does not exist when WhatsApp is not configured', async () => {
  const service = await openService(await openAny())
  assert.equal((await service.call({ url: '//whatsapp/webhook' })).body.code, 'ROUTE_NOT_FOUND')
  assert.equal(
    (await service.call({ method: 'POST', url: '//whatsapp/webhook' })).body.code,
    'ROUTE_NOT_FOUND',
  )
  await service.close()
})
