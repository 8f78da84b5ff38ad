import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { smsAccountOf } from '../src/derived-settings.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { customerToken, shortCustomerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import {
  type Channel,
  MessageRefused,
  type OutgoingMessage,
} from '../src/domain/messages/channels/message-channel.ts'
import { type SmsAccount, sendBySms } from '../src/domain/messages/channels/send-by-sms.ts'
import { isSignedByTwilio } from '../src/domain/messages/channels/sms-report.ts'
import { purgeMessages } from '../src/domain/messages/purge-messages.ts'
import { resendMessage } from '../src/domain/messages/resend-message.ts'
import { sendSignInCode } from '../src/domain/messages/strangers/send-to-strangers.ts'
import { listOpenAlerts } from '../src/domain/monitoring/alerts/alert-store.ts'
import { watchAlerts } from '../src/domain/monitoring/alerts/watch-alerts.ts'
import { watchedModules } from '../src/modules.ts'
import { courierAt, eastOfShop, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { freePort } from './support/postgres-cluster.ts'
import {
  acceptsSms,
  accountSid,
  answerJson,
  openSmsServer,
  recipient,
  refusesAsTwilio,
  reportWord,
  type SmsServer,
  smsPublicUrl,
  twilioSignature,
} from './support/sms-server.ts'
import { textOf } from './support/visitor.ts'
import {
  accepts,
  openWhatsAppServer,
  refuses,
  reportOf,
  signatureOf,
  type WhatsAppServer,
  wamidOf,
} from './support/whatsapp-server.ts'

const minute = 60_000
const known = { standing: 'KNOWN', network: null } as const

/** Used in this file instead of the 10 seconds, in ms. */
const deadlineMs = 300

const message: OutgoingMessage = {
  id: '019f0000-0000-7000-8000-000000000001',
  kind: 'POSITION_LINK',
  language: 'fr',
  address: '+2290197000001',
  words: { customer: 'Afi', shop: 'Boutique', span: '—' },
  link: { url: 'https://colis.test/p/abc', token: 'abc', shortUrl: 'https://colis.test/s/abc' },
}
const text =
  'Bonjour Afi, Boutique vous envoie un colis. Dites-nous où vous livrer : https://colis.test/s/abc'

const refusalOf = (channel: Channel, of = message): Promise<[string, string]> =>
  channel.send(of).then(
    () => assert.fail('It was sent.'),
    (error: unknown) => {
      if (!(error instanceof MessageRefused)) throw error
      return [error.failure, error.isPermanent ? 'for good' : 'tried again']
    },
  )

type Fault = [string, SmsServer['answering'], string, string]

/** What every provider may do. */
const faultsOfAny: Fault[] = [
  [
    'it is asked too often',
    (response) => response.writeHead(429).end('slow down'),
    'HTTP_429',
    'tried again',
  ],
  ['it fails', (response) => response.writeHead(500).end('<html>'), 'HTTP_500', 'tried again'],
  ['a gateway responds instead', (response) => response.writeHead(502).end(), 'HTTP_502', 'tried again'],
  [
    'it redirects',
    (response) => response.writeHead(307, { location: '/x' }).end(),
    'CONNECTION',
    'tried again',
  ],
  ['its answer is lost', (response) => response.destroy(), 'CONNECTION', 'tried again'],
  ['its answer has no end', (response) => void response.writeHead(201).write('{'), 'TIMEOUT', 'tried again'],
  [
    'its answer is longer than any',
    (response) => response.writeHead(201).end('x'.repeat(300 * 1024)),
    'CONNECTION',
    'tried again',
  ],
  ['it never answers', () => {}, 'TIMEOUT', 'tried again'],
]

describe('Africa’s Talking', () => {
  let server: SmsServer
  const account = (other: object = {}): SmsAccount => ({
    provider: 'africastalking',
    apiUrl: server.url,
    username: 'colis',
    apiKey: 'api-key-of-the-test',
    sender: 'COLIS',
    ...other,
  })
  before(async () => {
    server = await openSmsServer()
  })
  afterEach(() => {
    server.asked.length = 0
    server.answering = acceptsSms
  })
  after(() => server.close())

  test('a request follows its documentation, and its id of the message is kept', async () => {
    server.answering = recipient(101, 'Success', 'ATXid_1')
    assert.deepEqual(await sendBySms(account()).send(message), { providerMessageId: 'ATXid_1' })
    const [asked] = server.asked
    assert.equal(asked?.path, 'POST /version1/messaging')
    assert.equal(asked?.headers.apikey, 'api-key-of-the-test')
    assert.equal(asked?.headers.accept, 'application/json')
    assert.equal(asked?.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.deepEqual(asked?.form, { username: 'colis', to: '+2290197000001', message: text, from: 'COLIS' })
  })

  test('without a sender the provider writes its own name', async () => {
    await sendBySms(account({ sender: undefined })).send(message)
    assert.deepEqual(Object.keys(server.asked[0]?.form ?? {}), ['username', 'to', 'message'])
  })

  const faults: Fault[] = [
    ...faultsOfAny,
    ['the number is none', recipient(403, 'InvalidPhoneNumber'), 'AFRICASTALKING_403', 'for good'],
    ['the number gets no SMS', recipient(404, 'UnsupportedNumberType'), 'AFRICASTALKING_404', 'for good'],
    ['the person wants none', recipient(406, 'UserInBlacklist'), 'AFRICASTALKING_406', 'for good'],
    [
      'the person is not to be disturbed',
      recipient(409, 'DoNotDisturbRejection'),
      'AFRICASTALKING_409',
      'for good',
    ],
    ['the sender is not approved', recipient(402, 'InvalidSenderId'), 'AFRICASTALKING_402', 'tried again'],
    ['the account is empty', recipient(405, 'InsufficientBalance'), 'AFRICASTALKING_405', 'tried again'],
    ['the gateway fails', recipient(501, 'GatewayError'), 'AFRICASTALKING_501', 'tried again'],
    [
      'the key is wrong',
      (response) => response.writeHead(401).end('The supplied API key is invalid'),
      'HTTP_401',
      'tried again',
    ],
    [
      'no recipient is named',
      (response) =>
        answerJson(response, 201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
      'AFRICASTALKING_NO_RECIPIENT',
      'tried again',
    ],
    [
      'it accepts without an id',
      (response) => answerJson(response, 201, { SMSMessageData: { Recipients: [{ statusCode: 101 }] } }),
      'AFRICASTALKING_101',
      'tried again',
    ],
  ]
  for (const [what, answering, failure, fate] of faults)
    test(`when ${what}, the SMS fails with ${failure} and is ${fate === 'for good' ? 'not retried' : 'retried'}`, async () => {
      server.answering = answering
      const channel = sendBySms(account(failure === 'TIMEOUT' ? { deadlineMs } : {}))
      assert.deepEqual(await refusalOf(channel), [failure, fate])
      assert.equal(server.asked.length, 1)
    })

  test('an SMS is retried when nothing listens at the address', async () => {
    const channel = sendBySms(account({ apiUrl: `http://127.0.0.1:${await freePort()}` }))
    assert.deepEqual(await refusalOf(channel), ['CONNECTION', 'tried again'])
  })

  test('an offer to a courier does not go by SMS', async () => {
    const channel = sendBySms(account())
    assert.deepEqual(await refusalOf(channel, { ...message, kind: 'COURIER_OFFER' }), [
      'NOT_BY_SMS',
      'for good',
    ])
    assert.deepEqual(server.asked, [])
  })
})

describe('Twilio', () => {
  let server: SmsServer
  const account = (other: object = {}): SmsAccount => ({
    provider: 'twilio',
    apiUrl: server.url,
    accountSid,
    authToken: 'auth-token-of-the-test',
    sender: '+15005550006',
    reportUrl: (id) => `${smsPublicUrl}/sms/twilio/${id}`,
    ...other,
  })
  before(async () => {
    server = await openSmsServer()
  })
  afterEach(() => {
    server.asked.length = 0
    server.answering = acceptsSms
  })
  after(() => server.close())

  test('a request follows its documentation, and its id of the message is kept', async () => {
    server.answering = (response) => answerJson(response, 201, { sid: 'SM1', status: 'queued' })
    assert.deepEqual(await sendBySms(account()).send(message), { providerMessageId: 'SM1' })
    const [asked] = server.asked
    assert.equal(asked?.path, `POST /2010-04-01/Accounts/${accountSid}/Messages.json`)
    const [scheme, word = ''] = asked?.headers.authorization?.split(' ') ?? []
    assert.deepEqual(
      [scheme, Buffer.from(word, 'base64').toString()],
      ['Basic', `${accountSid}:auth-token-of-the-test`],
    )
    assert.deepEqual(asked?.form, {
      To: '+2290197000001',
      From: '+15005550006',
      Body: text,
      StatusCallback: `https://colis.test/sms/twilio/${message.id}`,
    })
  })

  test('a messaging service is named as one, and without an address of ours no report is asked for', async () => {
    const sender = `MG${'0'.repeat(32)}`
    await sendBySms(account({ sender, reportUrl: undefined })).send(message)
    assert.deepEqual(server.asked[0]?.form, { To: '+2290197000001', MessagingServiceSid: sender, Body: text })
  })

  const faults: Fault[] = [
    ...faultsOfAny,
    ['the number is none', refusesAsTwilio(400, 21211), 'TWILIO_21211', 'for good'],
    ['the number gets no SMS', refusesAsTwilio(400, 21614), 'TWILIO_21614', 'for good'],
    ['the person wants none', refusesAsTwilio(400, 21610), 'TWILIO_21610', 'for good'],
    ['the number is a landline', refusesAsTwilio(400, 21635), 'TWILIO_21635', 'for good'],
    ['the country is not enabled', refusesAsTwilio(400, 21408), 'TWILIO_21408', 'tried again'],
    ['the account is being tried', refusesAsTwilio(400, 21608), 'TWILIO_21608', 'tried again'],
    ['the token is wrong', refusesAsTwilio(401, 20003), 'TWILIO_20003', 'tried again'],
    ['it asks for a pause', refusesAsTwilio(429, 20429), 'TWILIO_20429', 'tried again'],
    ['it accepts without an id', (response) => answerJson(response, 201, {}), 'HTTP_201', 'tried again'],
  ]
  for (const [what, answering, failure, fate] of faults)
    test(`when ${what}, the SMS fails with ${failure} and is ${fate === 'for good' ? 'not retried' : 'retried'}`, async () => {
      server.answering = answering
      const channel = sendBySms(account(failure === 'TIMEOUT' ? { deadlineMs } : {}))
      assert.deepEqual(await refusalOf(channel), [failure, fate])
      assert.equal(server.asked.length, 1)
    })

  test('the signature of the example in its documentation is right', () => {
    // https://www.twilio.com/docs/usage/security
    const url = 'https://example.com/myapp.php?foo=1&bar=2'
    const form = new URLSearchParams({
      Digits: '1234',
      To: '+18005551212',
      From: '+14158675310',
      Caller: '+14158675310',
      CallSid: 'CA1234567890ABCDE',
    })
    assert.ok(isSignedByTwilio(url, form, 'L/OH5YylLD5NRKLltdqwSvS0BnU=', '12345'))
    for (const header of ['M/OH5YylLD5NRKLltdqwSvS0BnU=', '', undefined, 'x'.repeat(10_000)])
      assert.equal(isSignedByTwilio(url, form, header, '12345'), false)
  })
})

test('each provider is called where its documentation says, and its sandbox apart', async () => {
  const server = await openSmsServer()
  const { SMS_API_URL: _, ...env } = server.africasTalking
  const database = await openAny()
  const service = await openService(database, env)
  const { config } = service.services
  assert.equal(smsAccountOf(config)?.apiUrl, 'https://api.africastalking.com')
  const sandbox = { ...config, AFRICASTALKING_USERNAME: 'sandbox' }
  assert.equal(smsAccountOf(sandbox)?.apiUrl, 'https://api.sandbox.africastalking.com')
  await service.close()
  await server.close()
})

onEachDatabase((open) => {
  describe('beside WhatsApp', () => {
    let whatsApp: WhatsAppServer
    let sms: SmsServer
    let service: TestService
    let shop: TestShop
    before(async () => {
      whatsApp = await openWhatsAppServer()
      sms = await openSmsServer()
      service = await openService(await open(), { ...whatsApp.env, ...sms.twilio, LOG_LEVEL: 'debug' })
      shop = await service.openShop()
    })
    after(async () => {
      await whatsApp.close()
      await sms.close()
      await service.close()
    })
    beforeEach(async () => {
      whatsApp.answering = accepts
      sms.answering = acceptsSms
      await messageWork(service).once()
      whatsApp.asked.length = 0
      sms.asked.length = 0
    })

    const stateOf = async (key: DeliveryKey, kind = 'POSITION_LINK') => {
      const { state, channel, passed_to, attempts, provider_status, last_failure } = await messageOf(
        service,
        key,
        kind,
      )
      return { state, channel, passed_to, attempts, provider_status, last_failure }
    }
    const sentBySms = {
      state: 'SENT',
      channel: 'SMS',
      passed_to: 'SMS',
      attempts: 1,
      provider_status: null,
      last_failure: null,
    }
    /** Both channels once, and SMS again for what WhatsApp passed on meanwhile. */
    const twice = async () => {
      await messageWork(service).once()
      await messageWork(service).once()
    }
    const report = (bytes: Buffer) =>
      service.call({
        method: 'POST',
        url: '//whatsapp/webhook',
        payload: bytes,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(bytes) },
      })
    const codeTo = (phone: string, code: string) =>
      sendSignInCode(service.services, {
        ...known,
        phone,
        code,
        expiresAt: new Date(service.clock.now().getTime() + 5 * minute),
      })
    const notOnWhatsApp = (id: string, other: object = {}) =>
      reportOf({ id, status: 'failed', errors: [{ code: 131026 }], ...other })

    test('who is on WhatsApp gets no SMS', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      assert.deepEqual(await stateOf(key), { ...sentBySms, channel: 'WHATSAPP', passed_to: null })
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 0])
    })

    test('a message that WhatsApp refuses because the person is not on it goes by SMS, once', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      assert.deepEqual(await stateOf(key), sentBySms)
      const { reference } = await rowOf(service, key)
      const short = shortCustomerToken({ reference, linkVersion: 1 }, service.services.customerLinks)
      const [[to, said] = ['', '']] = sms.sent()
      assert.equal(to, '+2290197000001')
      assert.ok(said.endsWith(`livrer : https://colis.test/s/${short}`), said)

      service.clock.forward(24 * 60 * minute)
      await twice()
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 1])
    })

    const lasting: [string, WhatsAppServer['answering'], string][] = [
      ...(
        [
          ['the template is not approved', 404, 132001],
          ['the template is paused', 400, 132015],
          ['the template is disabled', 400, 132016],
          ['the template has other places', 400, 132000],
          ['the token has expired', 401, 190],
          ['the account is blocked', 403, 368],
          ['the account is locked', 403, 131031],
          ['the bills are not paid', 400, 131042],
          ['people called its messages spam', 429, 131048],
          ['Meta keeps the person from more messages', 400, 131049],
          ['the person takes part in an experiment', 400, 130472],
          ['the person stopped such messages', 400, 131050],
          ['the country is not allowed', 400, 130497],
          ['the code is one of next year', 400, 139999],
        ] as const
      ).map(([what, status, code]): [string, WhatsAppServer['answering'], string] => [
        what,
        refuses(status, code),
        `WHATSAPP_${code}`,
      ]),
      ['no JSON comes', (response) => response.writeHead(403).end('<html>'), 'HTTP_403'],
      ['no id comes', (response) => response.end('{}'), 'HTTP_200'],
    ]
    for (const [what, answering, failure] of lasting)
      test(`when ${what}, a message goes by SMS at once, once (decision 308)`, async () => {
        whatsApp.answering = answering
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')
        await twice()
        assert.deepEqual(await stateOf(key), sentBySms)
        assert.equal((await messageOf(service, key, 'POSITION_LINK')).passed_for, failure)
        service.clock.forward(24 * 60 * minute)
        await twice()
        assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 1])
      })

    const passing: [string, WhatsAppServer['answering'], string][] = [
      ['too many messages come at once', refuses(400, 130429), 'WHATSAPP_130429'],
      ['the person gets too many at once', refuses(400, 131056), 'WHATSAPP_131056'],
      ['the service is not available', refuses(500, 131016), 'WHATSAPP_131016'],
      ['it fails with a code of next year', refuses(503, 139999), 'WHATSAPP_139999'],
      ['a gateway fails', (response) => response.writeHead(502).end('<html>'), 'HTTP_502'],
      ['it asks for a pause', (response) => response.writeHead(429).end(), 'HTTP_429'],
      ['the connection breaks', (response) => response.destroy(), 'CONNECTION'],
    ]
    for (const [what, answering, failure] of passing) {
      test(`when ${what}, WhatsApp is tried again after a minute, and then it goes by SMS`, async () => {
        whatsApp.answering = answering
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')
        await twice()
        assert.deepEqual(await stateOf(key), {
          ...sentBySms,
          state: 'PENDING',
          channel: 'WHATSAPP',
          passed_to: null,
          last_failure: failure,
        })
        service.clock.forward(minute)
        await twice()
        assert.deepEqual(await stateOf(key), sentBySms)
        assert.deepEqual([whatsApp.asked.length, sms.asked.length], [2, 1])
      })

      test(`when ${what}, a code to sign in goes by SMS at once`, async () => {
        whatsApp.answering = answering
        await codeTo('+2290197000042', '739210')
        await twice()
        assert.equal(sms.sent().length, 1)
        assert.ok(holdsCode(sms.sent()[0]?.[1] ?? '', '739210'))
        assert.equal(whatsApp.asked.length, 1)
      })
    }

    test('a message that WhatsApp takes at the second try does not go by SMS', async () => {
      whatsApp.answering = refuses(500, 131016)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      whatsApp.answering = accepts
      service.clock.forward(minute)
      await twice()
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        channel: 'WHATSAPP',
        passed_to: null,
        attempts: 2,
      })
      assert.deepEqual(sms.asked, [])
    })

    for (const code of [131026, 131047, 131049, 131051, 131053, 130472, 132001, 131000, 139999, undefined])
      test(`a report that a message failed with ${code ?? 'no code'} sends it by SMS`, async () => {
        const key = await bringTo(service, shop, 'AWAITING_LOCATION')
        await twice()
        const [asked] = whatsApp.asked
        assert.ok(asked)
        const { id } = await messageOf(service, key, 'POSITION_LINK')
        const errors = code === undefined ? [] : [{ code, title: 'Failed' }]
        const status = { id: wamidOf(asked), biz_opaque_callback_data: id }
        await report(reportOf({ ...status, status: 'sent' }))
        const failed = reportOf({ ...status, status: 'failed', errors })
        await Promise.all([report(failed), report(failed), report(failed)])
        await twice()
        await report(failed)
        await twice()
        assert.deepEqual(await stateOf(key), sentBySms)
        assert.equal(
          (await messageOf(service, key, 'POSITION_LINK')).passed_for,
          `WHATSAPP_${code ?? 'UNKNOWN'}`,
        )
        assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 1])
      })

    test('what is reported to pass is tried by WhatsApp once more, however often it is reported', async () => {
      let tries = 0
      whatsApp.answering = (response, { body }) =>
        answerJson(response, 200, {
          messages: [{ id: `wamid.${++tries}.${body.biz_opaque_callback_data}` }],
        })
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      const failed = (number: number) =>
        reportOf({
          id: `wamid.${number}.${id}`,
          status: 'failed',
          errors: [{ code: 130429 }],
          biz_opaque_callback_data: id,
        })
      await Promise.all([report(failed(1)), report(failed(1)), report(failed(1))])
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        state: 'PENDING',
        channel: 'WHATSAPP',
        passed_to: null,
        last_failure: 'WHATSAPP_130429',
      })
      await twice()
      assert.equal(whatsApp.asked.length, 1)
      service.clock.forward(minute)
      await twice()
      await report(failed(1))
      assert.deepEqual([(await stateOf(key)).state, whatsApp.asked.length, sms.asked.length], ['SENT', 2, 0])
      await report(failed(2))
      await twice()
      await report(failed(2))
      await twice()
      assert.deepEqual(await stateOf(key), sentBySms)
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [2, 1])
    })

    test('what was reported to pass and then arrives after all is not sent again', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const [asked] = whatsApp.asked
      assert.ok(asked)
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      const status = { id: wamidOf(asked), biz_opaque_callback_data: id }
      await report(reportOf({ ...status, status: 'failed', errors: [{ code: 131056 }] }))
      await report(reportOf({ ...status, status: 'delivered' }))
      service.clock.forward(60 * minute)
      await twice()
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        channel: 'WHATSAPP',
        passed_to: null,
        provider_status: 'delivered',
      })
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 0])
    })

    test('an SMS that its provider reports as failed is sent once more where that passes, and never a third time', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      const failed = async (ErrorCode: string) => {
        const { provider_message_id: sid } = await messageOf(service, key, 'POSITION_LINK')
        const form = { MessageSid: sid ?? '', MessageStatus: 'undelivered', ErrorCode }
        for (let time = 0; time < 2; time += 1) await twilioPost(service, id, form)
        service.clock.forward(minute)
        await twice()
      }
      await failed('30017')
      assert.deepEqual([(await stateOf(key)).state, sms.asked.length], ['SENT', 2])
      await failed('30017')
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        state: 'FAILED',
        attempts: 2,
        provider_status: 'failed',
        last_failure: 'TWILIO_30017',
      })
      service.clock.forward(24 * 60 * minute)
      await twice()
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 2])
    })

    test('an SMS that its provider reports as failed for good has failed', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const { id, provider_message_id: sid } = await messageOf(service, key, 'POSITION_LINK')
      const form = { MessageSid: sid ?? '', MessageStatus: 'undelivered', ErrorCode: '30003' }
      await twilioPost(service, id, form)
      service.clock.forward(60 * minute)
      await twice()
      assert.deepEqual([(await stateOf(key)).state, sms.asked.length], ['FAILED', 1])
    })

    test('a report that the person is not on WhatsApp sends the SMS, once however often it comes', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const [asked] = whatsApp.asked
      assert.ok(asked)
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      const bytes = notOnWhatsApp(wamidOf(asked), { biz_opaque_callback_data: id })
      const statuses = await Promise.all(Array.from({ length: 8 }, () => report(bytes)))
      assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([200]))
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        state: 'PENDING',
        channel: 'WHATSAPP',
        attempts: 0,
        last_failure: 'WHATSAPP_131026',
      })
      await twice()
      for (const later of [
        bytes,
        reportOf({ id: wamidOf(asked), status: 'delivered', biz_opaque_callback_data: id }),
      ])
        await report(later)
      await twice()
      assert.deepEqual(await stateOf(key), sentBySms)
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 1])
    })

    test('a report that arrives while WhatsApp has not answered yet sends the SMS, once', async () => {
      const held: (() => void)[] = []
      whatsApp.answering = (response, asked) => held.push(() => accepts(response, asked))
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      const work = messageWork(service)
      await work.relay()
      const sender = work.start()
      await whatsApp.hasBeenAsked(1)
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      await report(notOnWhatsApp(`wamid.${id}`, { biz_opaque_callback_data: id }))
      for (const answer of held) answer()
      await sender.stop()
      await twice()
      assert.deepEqual(await stateOf(key), sentBySms)
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 1])
    })

    test('an SMS that is refused for now is tried again with all its attempts, and by SMS alone', async () => {
      whatsApp.answering = refuses(400, 131026)
      sms.answering = refusesAsTwilio(429, 20429)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      for (const [wait, attempts] of [
        [1, 2],
        [5, 3],
        [15, 4],
        [60, 5],
      ] as const) {
        service.clock.forward(wait * minute)
        await messageWork(service).once()
        assert.equal((await stateOf(key)).attempts, attempts)
      }
      assert.deepEqual(await stateOf(key), {
        ...sentBySms,
        state: 'FAILED',
        attempts: 5,
        last_failure: 'TWILIO_20429',
      })
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [1, 5])
    })

    test('an SMS whose answer was lost is found by our id in its report, and is not sent again', async () => {
      whatsApp.answering = refuses(400, 131026)
      sms.answering = (response) => response.destroy()
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      assert.equal((await stateOf(key)).last_failure, 'CONNECTION')
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      await twilioPost(service, id, { MessageSid: 'SM_lost', MessageStatus: 'sent' })
      service.clock.forward(24 * 60 * minute)
      await twice()
      assert.deepEqual(await stateOf(key), { ...sentBySms, provider_status: 'sent' })
      assert.equal(sms.asked.length, 1)
    })

    test('a code to sign in goes by SMS although WhatsApp took it first, and is cleared when it has gone', async () => {
      const phone = '+2290197000042'
      await codeTo(phone, '739201')
      await twice()
      const [asked] = whatsApp.asked
      assert.ok(asked)
      await report(notOnWhatsApp(wamidOf(asked)))
      await twice()
      assert.deepEqual(sms.sent(), [
        [
          phone,
          'Votre code pour entrer dans Colis : 739201. Il sert une fois, dans les 5 minutes. Ne le donnez à personne.',
        ],
      ])
      assert.deepEqual(await contents(service), [])
    })

    test('a code that WhatsApp took and did not bring in time is not sent by SMS any more', async () => {
      await codeTo('+2290197000042', '739204')
      await twice()
      const [asked] = whatsApp.asked
      assert.ok(asked)
      service.clock.forward(5 * minute)
      await purgeMessages(service.services)
      await report(reportOf({ id: wamidOf(asked), status: 'failed', errors: [{ code: 131049 }] }))
      await twice()
      assert.deepEqual([sms.asked, await contents(service)], [[], []])
    })

    test('a code that WhatsApp brought is cleared by its report, and one without a report when it expires', async () => {
      const code = (digits: string) => codeTo('+2290197000042', digits)
      await code('739202')
      await twice()
      assert.deepEqual(await contents(service), [{ code: '739202' }])
      const [asked] = whatsApp.asked
      assert.ok(asked)
      await report(reportOf({ id: wamidOf(asked), status: 'sent' }))
      assert.deepEqual(await contents(service), [{ code: '739202' }])
      await report(reportOf({ id: wamidOf(asked), status: 'delivered' }))
      assert.deepEqual(await contents(service), [])
      await code('739203')
      await twice()
      service.clock.forward(5 * minute)
      await purgeMessages(service.services)
      assert.deepEqual(await contents(service), [])
      assert.deepEqual(sms.asked, [])
    })

    test('a message that is sent anew tries WhatsApp first again', async () => {
      whatsApp.answering = refuses(400, 131026)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      whatsApp.answering = accepts
      const { id } = await messageOf(service, key, 'POSITION_LINK')
      await resendMessage(service.services, id)
      await twice()
      assert.deepEqual(await stateOf(key), { ...sentBySms, channel: 'WHATSAPP', passed_to: null })
      assert.deepEqual([whatsApp.asked.length, sms.asked.length], [2, 1])
    })

    test('no log line holds a phone, a name, a code, a link or the token of the account', async () => {
      whatsApp.answering = refuses(400, 131026)
      sms.answering = (response, { form }) =>
        answerJson(response, 400, { code: 21211, message: String(form.Body) })
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      assert.equal((await stateOf(key)).last_failure, 'TWILIO_21211')
      const { reference } = await rowOf(service, key)
      const short = shortCustomerToken({ reference, linkVersion: 1 }, service.services.customerLinks)
      await service.call({ url: `//s/${short}` })
      assert.match(service.logged.join(''), /WhatsApp did not take a message: it goes by SMS/)
      for (const secret of ['97000001', '97000042', 'Dossou', short, 'auth-token-of-the-test'])
        assert.deepEqual(
          service.logged.filter((line) => line.includes(secret)),
          [],
        )
      for (const code of ['739201', '739202', '739203'])
        assert.equal(holdsCode(service.logged.join('\n'), code), false)
    })

    test('operators see why messages go by SMS, and are alerted of a fault that is not the people’s', async () => {
      await service.services.db.deleteFrom('messages').execute()
      const alertsOpen = async () => {
        await watchAlerts({ ...service.services, watched: watchedModules(service.services) })
        const open = await listOpenAlerts(service.services.db)
        return open.filter(({ kind }) => kind === 'MESSAGES_PASSED_ON').map(({ facts }) => facts)
      }
      const notOnIt = refuses(400, 131026)
      for (const answering of [...Array(6).fill(notOnIt), ...Array(5).fill(refuses(404, 132001))]) {
        whatsApp.answering = answering
        await bringTo(service, shop, 'AWAITING_LOCATION')
        await twice()
      }
      service.clock.forward(minute)
      assert.deepEqual(await alertsOpen(), [{ failure: 'WHATSAPP_132001', count: 5 }])
      const operator = await openOperations(service)
      const page = textOf(await operator.open('/operations/service/messages'))
      assert.match(
        page,
        /WHATSAPP_131026 \(pas de WhatsApp à ce numéro, .{0,40}\)\s+6 messages, dont 6 partis par SMS/,
      )
      assert.match(page, /WHATSAPP_132001 \(le modèle .{0,60}\)\s+5 messages, dont 5 partis par SMS/)
    })

    test('what is no longer true does not go by SMS either', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await twice()
      const [asked] = whatsApp.asked
      assert.ok(asked)
      await service.services.db
        .updateTable('deliveries')
        .set({ status: 'CANCELLED', ended_at: service.clock.now() })
        .where('deliveries.id', '=', key.id)
        .execute()
      await report(notOnWhatsApp(wamidOf(asked)))
      await twice()
      assert.deepEqual([(await stateOf(key)).state, sms.asked.length], ['SKIPPED', 0])
    })
  })
})

describe('without WhatsApp', () => {
  let sms: SmsServer
  let service: TestService
  let shop: TestShop
  before(async () => {
    sms = await openSmsServer()
    service = await openService(await openAny(), sms.africasTalking)
    shop = await service.openShop()
  })
  after(async () => {
    await sms.close()
    await service.close()
  })
  beforeEach(() => {
    sms.asked.length = 0
    sms.answering = acceptsSms
  })

  test('customers are notified by SMS, and nothing stays on this machine', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    await messageWork(service).once()
    const { confirmation_code, courier_phone } = await rowOf(service, key)
    const said = sms.sent().find(([, each]) => each.includes('colis en route'))?.[1] ?? ''
    assert.ok(said.includes(`Code de remise ${confirmation_code}`), said)
    assert.ok(said.includes(courier_phone ?? '?'), said)
    const { channel, state, passed_to } = await messageOf(service, key, 'COURIER_ON_THE_WAY')
    assert.deepEqual([channel, state, passed_to], ['SMS', 'SENT', null])
    assert.equal((await service.call({ url: '//dev/outbox' })).status, 404)
  })

  const reported: [string, Record<string, string>, (string | null)[]][] = [
    ['Buffered', {}, ['SENT', 'sent', null]],
    ['Success', {}, ['SENT', 'delivered', null]],
    ['Failed', { failureReason: 'UserIsInactive' }, ['FAILED', 'failed', 'AFRICASTALKING_UserIsInactive']],
    ['Rejected', {}, ['FAILED', 'failed', 'AFRICASTALKING_Rejected']],
    ['AbsentSubscriber', {}, ['FAILED', 'failed', 'AFRICASTALKING_AbsentSubscriber']],
    ['Invented', {}, ['SENT', null, null]],
    ['__proto__', {}, ['SENT', null, null]],
  ]
  const post = (word: string, form: Record<string, string> | string) =>
    service.call({
      method: 'POST',
      url: `//sms/africastalking/${word}`,
      payload: typeof form === 'string' ? form : String(new URLSearchParams(form)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const sentMessage = async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).once()
    const { provider_message_id: id } = await messageOf(service, key, 'POSITION_LINK')
    return { key, id: id ?? '' }
  }
  const statusOf = async (key: DeliveryKey) => {
    const { state, provider_status, last_failure } = await messageOf(service, key, 'POSITION_LINK')
    return [state, provider_status, last_failure]
  }
  for (const [status, other, expected] of reported)
    test(`a delivery report ${status} makes the message ${expected.join(' ')}`, async () => {
      const { key, id } = await sentMessage()
      const report = { id, status, phoneNumber: '+2290197000001', networkCode: '61602', ...other }
      assert.equal((await post(reportWord, report)).status, 200)
      assert.deepEqual(await statusOf(key), expected)
    })

  test('the status of an SMS never goes back, whatever comes twice', async () => {
    const { key, id } = await sentMessage()
    for (const status of ['Success', 'Sent', 'Failed', 'Success']) await post(reportWord, { id, status })
    assert.deepEqual(await statusOf(key), ['SENT', 'delivered', null])
  })

  test('a delivery report without the word, or of another shape, changes nothing', async () => {
    const { key, id } = await sentMessage()
    for (const word of ['guessed-word-of-somebody', '%00', reportWord.toUpperCase()])
      assert.equal((await post(word, { id, status: 'Success' })).status, 403)
    for (const body of [
      '',
      'id',
      '{"id":1}',
      `id=${'x'.repeat(400)}&status=Success`,
      'id=%ff%fe&status=Success',
    ])
      assert.equal((await post(reportWord, body)).status, 200)
    assert.equal((await post(reportWord, 'x'.repeat(17 * 1024))).status, 413)
    assert.deepEqual(await statusOf(key), ['SENT', null, null])
    assert.equal((await service.call({ method: 'POST', url: `//sms/twilio/${message.id}` })).status, 404)
  })

  test('an offer to a courier is skipped, since nothing else reaches a phone', async () => {
    const courierId = await courierAt(service, eastOfShop(100))
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await searchOnce(service)
    await messageWork(service).once()
    const { state, last_failure, courier_id } = await messageOf(service, key, 'COURIER_OFFER')
    assert.deepEqual([state, last_failure, courier_id], ['SKIPPED', 'NOT_BY_SMS', courierId])
    assert.deepEqual(
      sms.sent().filter(([, said]) => said.includes('course')),
      [],
    )
  })
})

describe('reports of Twilio', () => {
  let sms: SmsServer
  let service: TestService
  let key: DeliveryKey
  let id: string
  let sid: string
  before(async () => {
    sms = await openSmsServer()
    service = await openService(await openAny(), sms.twilio)
    const shop = await service.openShop()
    key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).once()
    const sent = await messageOf(service, key, 'POSITION_LINK')
    id = sent.id
    sid = sent.provider_message_id ?? ''
  })
  after(async () => {
    await sms.close()
    await service.close()
  })
  const statusOf = async () => {
    const { state, provider_status, last_failure } = await messageOf(service, key, 'POSITION_LINK')
    return [state, provider_status, last_failure]
  }

  test('a report that is not signed for this address and this form is refused', async () => {
    const form = { MessageSid: sid, MessageStatus: 'delivered' }
    const url = `${smsPublicUrl}/sms/twilio/${id}`
    for (const signature of [
      undefined,
      '',
      'not base64 at all',
      twilioSignature(url, form, 'guessed'),
      twilioSignature(url, { ...form, MessageStatus: 'sent' }),
      twilioSignature(`${url}/`, form),
      twilioSignature(`http://colis.test/sms/twilio/${id}`, form),
    ])
      assert.equal((await twilioPost(service, id, form, signature ?? '')).status, 403)
    assert.equal((await twilioPost(service, 'not-an-id', form)).status, 403)
    assert.deepEqual(await statusOf(), ['SENT', null, null])
  })

  test('signed reports take the status on, and never back', async () => {
    const other = { To: '+2290197000001', ApiVersion: '2010-04-01', AccountSid: accountSid, Note: 'à é' }
    for (const [MessageStatus, expected] of [
      ['queued', ['SENT', null, null]],
      ['sent', ['SENT', 'sent', null]],
      ['undelivered', ['FAILED', 'failed', 'TWILIO_30005']],
      ['delivered', ['SENT', 'delivered', null]],
      ['failed', ['SENT', 'delivered', null]],
    ] as const) {
      const form = {
        ...other,
        MessageSid: sid,
        MessageStatus,
        ...(MessageStatus === 'undelivered' && { ErrorCode: '30005' }),
      }
      assert.equal((await twilioPost(service, id, form)).status, 200)
      assert.deepEqual(await statusOf(), expected)
    }
  })

  test('a report of an unknown message changes nothing', async () => {
    const form = { MessageSid: 'SM_unknown', MessageStatus: 'failed' }
    assert.equal((await twilioPost(service, message.id, form)).status, 200)
    assert.deepEqual(await statusOf(), ['SENT', 'delivered', null])
  })

  test('the link of an SMS leads to the customer’s page, and a guessed one nowhere', async () => {
    const { customerLinks } = service.services
    const { reference } = await rowOf(service, key)
    const short = shortCustomerToken({ reference, linkVersion: 1 }, customerLinks)
    const answer = await service.call({ url: `//s/${short}` })
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.location, `/p/${customerToken({ ...key, linkVersion: 1 }, customerLinks)}`)
    const other = short.endsWith('A') ? 'B' : 'A'
    for (const guessed of [
      `${short.slice(0, -1)}${other}`,
      short.toLowerCase(),
      short.slice(1),
      `${short}AAAC`,
      'x',
      '%00',
    ])
      assert.equal((await service.call({ url: `//s/${guessed}` })).status, 404, guessed)
    const unknown = shortCustomerToken({ reference: 'COL-000000', linkVersion: 1 }, customerLinks)
    assert.equal((await service.call({ url: `//s/${unknown}` })).status, 404)
  })
})

/** Posts a form as Twilio does; signed unless another signature is given. */
function twilioPost(
  service: TestService,
  messageId: string,
  form: Record<string, string>,
  signature = twilioSignature(`${smsPublicUrl}/sms/twilio/${messageId}`, form),
) {
  return service.call({
    method: 'POST',
    url: `//sms/twilio/${messageId}`,
    payload: String(new URLSearchParams(form)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  })
}

/** The codes that are kept. */
async function contents({ services }: TestService): Promise<unknown[]> {
  const rows = await services.db
    .selectFrom('messages')
    .select('messages.content')
    .where('messages.kind', '=', 'SIGN_IN_CODE')
    .where('messages.content', 'is not', null)
    .execute()
  return rows.map(({ content }) => content)
}
