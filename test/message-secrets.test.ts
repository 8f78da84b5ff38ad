import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { startBackground } from '../src/app.ts'
import { customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { sendSignInCode } from '../src/domain/messages/strangers/send-to-strangers.ts'
import { openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import { openService, type TestService } from './support/open-service.ts'
import { until } from './support/until.ts'
import { openWhatsAppServer, reportOf, signatureOf, type WhatsAppServer } from './support/whatsapp-server.ts'

/** What no log line may hold, by kind; filled while the service runs through everything below. */
const secrets: Record<string, string[]> = {
  'a phone number': ['97000001', '97000042'],
  'an e-mail address': ['boutique@example.com'],
  'a name': ['Dossou'],
  'a code to sign in': ['739201'],
  'a secret of a channel': [
    'token-of-the-test',
    'app-secret-of-the-test',
    'agreed-word-of-the-test',
    'mailWord',
    'guessedWord',
  ],
}
const codes: string[] = []

let service: TestService
let whatsApp: WhatsAppServer
let mail: SMTPServer

before(async () => {
  whatsApp = await openWhatsAppServer()
  mail = await openRefusingMailServer()
  const { port } = mail.server.address() as AddressInfo
  service = await openService(await openAny(), {
    ...whatsApp.env,
    LOG_LEVEL: 'debug',
    SMTP_URL: `smtp://colis:mailWord@127.0.0.1:${port}`,
    MAIL_FROM: 'no-reply@example.com',
  })
  await live()
})
after(async () => {
  await service.close()
  await whatsApp.close()
  await new Promise<void>((closed) => mail.close(() => closed()))
})

test('messages given up, outcomes that could not be saved and refused callbacks are logged', () => {
  const logged = new Set(service.logged.map((line) => JSON.parse(line).msg))
  for (const message of [
    'a message failed for good and is not retried',
    'A message could not be sent or its outcome not saved; it is retried when its lease ends.',
    'refused',
  ])
    assert.ok(logged.has(message), `Nothing was logged of: ${message}`)
})

for (const kind of [
  'a phone number',
  'an e-mail address',
  'a name',
  'a code to sign in',
  'a secret of a channel',
  'a link',
]) {
  test(`no log line holds ${kind}`, () => {
    assert.ok((secrets[kind] ?? []).length > 0)
    for (const secret of secrets[kind] ?? [])
      assert.deepEqual(
        service.logged.filter((line) => line.includes(secret)),
        [],
      )
  })
}

test('no log line holds the code of a parcel', () => {
  assert.ok(codes.length > 0)
  for (const code of codes)
    assert.deepEqual(
      service.logged.filter((line) => holdsCode(line, code)),
      [],
    )
})

/** Sends every message, is refused in every way, and makes the database refuse what has to be saved. */
async function live(): Promise<void> {
  const shop = await service.openShop({ ownerEmail: 'boutique@example.com' })
  // A provider whose refusal repeats the whole request.
  whatsApp.answering = (response, { body }) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 131026, message: JSON.stringify(body) } }))
  const loops = await startBackground(service.services)
  const loggedLine = (text: string, count = 1) =>
    until(() => service.logged.filter((line) => line.includes(text)).length >= count, `“${text}” in the log`)
  try {
    await bringTo(service, shop, 'AWAITING_LOCATION').then(note)
    await bringTo(service, shop, 'FAILED').then(note)
    const carried = await bringTo(service, shop, 'IN_TRANSIT')
    await note(carried)
    const expiresAt = new Date(service.clock.now().getTime() + 600_000)
    const person = { standing: 'KNOWN', network: null, courierId: null } as const
    const signIn = { ...person, phone: '+2290197000042', code: '739201', expiresAt }
    await sendSignInCode(service.services, signIn)
    await loggedLine('a message failed for good and is not retried', 5)

    await service.call({ url: '//whatsapp/webhook?hub.mode=subscribe&hub.verify_token=guessedWord' })
    const report = reportOf({ id: 'wamid.1', status: 'read' })
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(report, 'guessedWord'),
    }
    await service.call({ method: 'POST', url: '//whatsapp/webhook', payload: report, headers })
    await service.call({ url: `//p/${secrets['a link']?.[0]}` })

    await sql`alter table messages add constraint nothing_is_given_up check (state <> 'FAILED') not valid`.execute(
      service.services.db,
    )
    await sendSignInCode(service.services, signIn)
    await loggedLine('A message could not be sent or its outcome not saved')
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}

async function note(key: { shopId: string; id: string }): Promise<void> {
  const { pickup_code, confirmation_code } = await rowOf(service, key)
  codes.push(pickup_code, confirmation_code)
  secrets['a link'] = [
    ...(secrets['a link'] ?? []),
    customerToken({ ...key, linkVersion: 1 }, service.services.customerLinks),
  ]
}

/** A mail server that refuses everybody by name. */
async function openRefusingMailServer(): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`No such user <${address}>`), { responseCode: 550 })),
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return server
}
