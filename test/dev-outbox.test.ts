import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { purgeMessages } from '../src/domain/messages/purge-messages.ts'
import { sendSignInCode } from '../src/domain/messages/strangers/send-to-strangers.ts'
import { tokenAddress } from '../src/doors/dev-outbox/outbox-address.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { openService, productionSettings, type TestService, type TestShop } from './support/open-service.ts'

/** A program that reads the page, and says how that was answered. */
const readOutbox = `fetch(new URL('/dev/outbox', process.argv[1])).then(({ status }) => process.stdout.write(String(status)))`

const whatsApp = {
  WHATSAPP_TOKEN: 't',
  WHATSAPP_PHONE_NUMBER_ID: '12345',
  WHATSAPP_APP_SECRET: 's',
  WHATSAPP_VERIFY_TOKEN: 'v',
}

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open(), { PUBLIC_URL: 'http://localhost:8080' })
    shop = await service.openShop({ name: 'Chez <b>Zoé</b> & fils', ownerEmail: 'zoe@example.com' })
  })
  after(() => service.close())

  const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    service.call({ url: '//dev/outbox', headers, remoteAddress })
  const page = async (headers?: Record<string, string>): Promise<string> => {
    const { status, body } = await read(headers)
    assert.equal(status, 200)
    return body
  }
  const articles = (text: string) => text.split('<article>').slice(1)

  test('the page of an empty development outbox says how to fill it', async () => {
    assert.match(await page(), /Rien encore\. Créez une livraison sans destination/)
    assert.match(
      await page({ 'accept-language': 'en' }),
      /Nothing yet\. Create a delivery without a drop-off/,
    )
  })

  test('the development outbox shows every message, newest first, in both languages, with codes and links', async () => {
    const asked = await bringTo(service, shop, 'AWAITING_LOCATION')
    await messageWork(service).once()
    service.clock.forward(1_000)
    const carried = await bringTo(service, shop, 'IN_TRANSIT')
    await messageWork(service).once()
    service.clock.forward(1_000)
    await bringTo(service, shop, 'FAILED')
    await messageWork(service).once()

    const shown = articles(await page())
    const kinds = shown.map((article) => /<span>([A-Z_]+)<\/span>/.exec(article)?.[1])
    assert.deepEqual(
      [kinds.slice(0, 2).sort(), ...kinds.slice(2)],
      [['DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER'], 'COURIER_ON_THE_WAY', 'POSITION_LINK'],
    )
    const { confirmation_code: code } = await rowOf(service, carried)
    assert.ok(shown[2]?.includes(`Votre code de remise est ${code}\u00a0:`))
    assert.ok(shown[2]?.includes(`Your handover code is ${code}:`))
    assert.match(shown[3] ?? '', /<a href="http:\/\/localhost:8080\/p\/[\w-]{64}">Montrer où me livrer<\/a>/)
    assert.equal((await messageOf(service, asked, 'POSITION_LINK')).channel, 'OUTBOX')
  })

  test('the development outbox escapes the text that people entered', async () => {
    const text = await page()
    assert.ok(text.includes('Chez &#60;b&#62;Zoé&#60;/b&#62; &#38; fils'))
    assert.doesNotMatch(text, /<b>/)
  })

  test('the development outbox shows a sign-in code until it expires, and not after', async () => {
    const person = { standing: 'KNOWN', network: null, courierId: null } as const
    const signIn = { ...person, phone: '+2290197000042', code: '739201' }
    const expiresAt = new Date(service.clock.now().getTime() + 600_000)
    await sendSignInCode(service.services, { ...signIn, expiresAt })
    await messageWork(service).once()
    assert.match(await page(), /Votre code pour entrer dans Colis est 739201\./)
    service.clock.forward(600_000)
    await purgeMessages(service.services)
    assert.doesNotMatch(await page(), /739201/)
  })

  test('the development outbox runs no script, loads its icon alone, and can be neither framed nor cached', async () => {
    const { headers, body } = await read()
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.doesNotMatch(
      body,
      /<script|<img|<link (?!rel="icon" href="\/favicon\.svg")|style=|onclick|javascript:/,
    )
  })

  describe('requests from elsewhere', () => {
    for (const [what, headers, address] of [
      ['another machine', {}, '192.168.1.7'],
      ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
      ['a proxy with a header of its own', { 'x-real-client': '203.0.113.9' }, '127.0.0.1'],
      ['a proxy of a network of caches', { 'cf-connecting-ip': '203.0.113.9' }, '127.0.0.1'],
      [
        'a page whose host name was made to lead to this machine',
        { host: 'rebound.example.net' },
        '127.0.0.1',
      ],
    ] as const) {
      test(`the development outbox is not found by ${what}`, async () => {
        const { status, body } = await read(headers, address)
        assert.deepEqual([status, body.code], [404, 'ROUTE_NOT_FOUND'])
      })
    }
  })

  test('the development outbox is found by a program of this machine that nobody else reaches', async (t) => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    t.after(() => service.app.server.close())
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', readOutbox, address])
    assert.equal(stdout, '200')
  })

  test('each message in the development outbox is logged without its text', async () => {
    const lines = service.logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a message is in /dev/outbox')
    assert.ok(lines.length >= 5)
    for (const line of lines)
      assert.deepEqual(Object.keys(line).sort(), [
        'hostname',
        'kind',
        'level',
        'messageId',
        'msg',
        'pid',
        'time',
      ])
  })
})

for (const [what, env, status] of [
  ['a sandbox that sends by WhatsApp has no development outbox', whatsApp, 404],
  [
    'a sandbox that sends mail has no development outbox',
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
    404,
  ],
  ['a production service has no development outbox', productionSettings, 404],
  ['a sandbox on one’s own machine has a development outbox', { PUBLIC_URL: '' }, 200],
  ['a sandbox with a public host name has no development outbox without the token', {}, 404],
  ['a sandbox at a loopback address has a development outbox', { PUBLIC_URL: 'http://[::1]:8080' }, 200],
] as const) {
  test(what, async () => {
    const service = await openService(await openAny(), env)
    assert.equal((await service.call({ url: '//dev/outbox' })).status, status)
    await service.close()
  })
}

test('behind a proxy that adds no header the development outbox needs the token printed at the start', async () => {
  const service = await openService(await openAny())
  const read = (query: string) =>
    service.call({ url: `//dev/outbox${query}`, headers: { host: 'colis.test' } })
  const address = tokenAddress(service.services) ?? ''
  assert.match(address, /^http:\/\/colis\.test\/dev\/outbox\?token=[\w-]{43}$/)
  assert.equal((await read(new URL(address).search)).status, 200)
  for (const query of ['', '?token=', '?token=guessed', `${new URL(address).search}x`, '?token=a&token=b']) {
    const { status, body } = await read(query)
    assert.deepEqual([status, body.code], [404, 'ROUTE_NOT_FOUND'])
  }
  await service.close()
})

test('the development outbox responds to other machines when DEV_OUTBOX_OPEN is set', async () => {
  const service = await openService(await openAny(), { DEV_OUTBOX_OPEN: 'true' })
  assert.equal((await service.call({ url: '//dev/outbox', remoteAddress: '172.17.0.1' })).status, 200)
  await service.close()
})
