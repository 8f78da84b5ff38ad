import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import {
  type Channel,
  MessageRefused,
  type OutgoingMessage,
} from '../src/domain/messages/channels/message-channel.ts'
import { sendByMail } from '../src/domain/messages/channels/send-by-mail.ts'
import { sendByWhatsApp } from '../src/domain/messages/channels/send-by-whatsapp.ts'
import { type Rules, rulesOf } from '../src/rules.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { openService } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { accepts, openWhatsAppServer, refuses, type WhatsAppServer } from './support/whatsapp-server.ts'

/** Used in this file instead of the 10 seconds, in ms. */
const deadlineMs = 300

const message: OutgoingMessage = {
  id: '019f0000-0000-7000-8000-000000000001',
  kind: 'POSITION_LINK',
  language: 'fr',
  address: '+2290197000001',
  words: { customer: 'Afi', shop: 'Boutique' },
  link: { url: 'https://api.example.com/p/abc', token: 'abc' },
}

/** The rules as they hold: a test changes them. */
let current: Rules = rulesOf()
const rules = { rules: { current: () => current } }

const refusalOf = (channel: Channel, of = message): Promise<[string, string]> =>
  channel.send(of).then(
    () => assert.fail('It was sent.'),
    (error: unknown) => {
      if (!(error instanceof MessageRefused)) throw error
      return [error.failure, error.isPermanent ? 'for good' : 'tried again']
    },
  )

describe('WhatsApp', () => {
  let server: WhatsAppServer
  let channel: Channel
  before(async () => {
    server = await openWhatsAppServer()
    channel = whatsAppWithin(600_000)
  })
  const whatsAppWithin = (ms: number): Channel =>
    sendByWhatsApp({
      token: 'token-of-the-test',
      phoneNumberId: '106540352242922',
      apiUrl: server.env.WHATSAPP_API_URL ?? '',
      deadlineMs: ms,
    })
  afterEach(() => {
    server.asked.length = 0
    server.answering = accepts
  })
  after(() => server.close())

  test('a request to WhatsApp follows its documentation, and its ids of the message and the person are kept', async () => {
    assert.deepEqual(await channel.send(message), {
      providerMessageId: `wamid.${message.id}`,
      waId: '22997000001',
    })
    const [asked] = server.asked
    assert.equal(asked?.path, 'POST /v26.0/106540352242922/messages')
    assert.equal(asked?.headers.authorization, 'Bearer token-of-the-test')
    assert.equal(asked?.headers['content-type'], 'application/json')
    assert.deepEqual(asked?.body, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '2290197000001',
      type: 'template',
      template: {
        name: 'colis_position_link_v2',
        language: { code: 'fr' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Afi' },
              { type: 'text', text: 'Boutique' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
        ],
      },
      biz_opaque_callback_data: message.id,
    })
  })

  const faults: [string, WhatsAppServer['answering'], string, string][] = [
    ['the throughput limit is reached', refuses(429, 130429), 'WHATSAPP_130429', 'tried again'],
    ['one person gets too many messages', refuses(400, 131056), 'WHATSAPP_131056', 'tried again'],
    ['the token has expired', refuses(401, 190), 'WHATSAPP_190', 'tried again'],
    ['the template is not approved', refuses(404, 132001), 'WHATSAPP_132001', 'tried again'],
    ['the person is not on WhatsApp', refuses(400, 131026), 'WHATSAPP_131026', 'for good'],
    ['WhatsApp fails internally', refuses(500, 131000), 'WHATSAPP_131000', 'tried again'],
    [
      'a gateway responds instead',
      (response) => response.writeHead(502).end('<html>'),
      'HTTP_502',
      'tried again',
    ],
    ['WhatsApp accepts without a message id', (response) => response.end('{}'), 'HTTP_200', 'tried again'],
    [
      'WhatsApp redirects',
      (response) => response.writeHead(307, { location: '/other' }).end(),
      'CONNECTION',
      'tried again',
    ],
    ['the connection breaks', (response) => response.destroy(), 'CONNECTION', 'tried again'],
    ['WhatsApp never responds', () => {}, 'TIMEOUT', 'tried again'],
    [
      'the response never ends',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      'TIMEOUT',
      'tried again',
    ],
  ]
  for (const [what, answering, failure, fate] of faults) {
    test(`when ${what}, the message fails with ${failure} and is ${fate === 'for good' ? 'not retried' : 'retried'}`, async () => {
      server.answering = answering
      assert.deepEqual(await refusalOf(failure === 'TIMEOUT' ? whatsAppWithin(deadlineMs) : channel), [
        failure,
        fate,
      ])
      assert.equal(server.asked.length, 1)
    })
  }

  test('a WhatsApp message is retried when nothing listens at the address', async () => {
    const nowhere = sendByWhatsApp({
      token: 't',
      phoneNumberId: '1',
      apiUrl: `http://127.0.0.1:${await freePort()}`,
    })
    assert.deepEqual(await refusalOf(nowhere), ['CONNECTION', 'tried again'])
  })
})

describe('mail', () => {
  const received: { raw: Buffer; to: string[] }[] = []
  const refusing: { at?: 'RCPT' | 'DATA' | 'AUTH' | 'NEVER'; code: number } = { code: 0 }
  const refusal = () =>
    Object.assign(new Error('Refused <boutique@example.com>'), { responseCode: refusing.code })
  let server: SMTPServer
  let url: string
  let channel: Channel
  before(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        refusing.at === 'AUTH' || password !== 'hush'
          ? done(Object.assign(new Error('no'), { responseCode: 535 }))
          : done(null, { user: username }),
      onRcptTo: (_address, _session, done) => {
        if (refusing.at === 'NEVER') return
        done(refusing.at === 'RCPT' ? refusal() : null)
      },
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (refusing.at === 'DATA') return done(refusal())
          received.push({ raw: Buffer.concat(chunks), to })
          done()
        })
      },
    })
    server.on('error', () => {})
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    url = `smtp://colis:hush@127.0.0.1:${(server.server.address() as AddressInfo).port}`
    channel = mailWithin(600_000)
  })
  afterEach(() => {
    received.length = 0
    refusing.at = undefined as never
  })
  after(() => new Promise<void>((closed) => server.close(() => closed())))

  const mailWithin = (ms: number): Channel =>
    sendByMail({ url, from: 'Colis <no-reply@example.com>', deadlineMs: ms }, rules)
  const lastMail = async (): Promise<Email> => PostalMime.parse(received.at(-1)?.raw ?? '')
  const owned: OutgoingMessage = {
    ...message,
    kind: 'DELIVERY_FAILED_OWNER',
    address: 'boutique@example.com',
    words: {
      reference: 'COL-7K2M9Q',
      customer: 'Afi <b>Dossou</b>',
      reason: 'Portail fermé',
      courier: 'Koffi',
      phone: '+2290197000002',
      code: '5930',
      order: 'CMD-2041',
    },
    link: null,
  }

  test('a mail holds the same content as text and as HTML, in the reader’s language', async () => {
    const { providerMessageId } = await channel.send(owned)
    const mail = await lastMail()
    assert.deepEqual(mail.from, { name: 'Colis', address: 'no-reply@example.com' })
    assert.deepEqual(mail.to, [{ name: '', address: 'boutique@example.com' }])
    assert.equal(mail.subject, 'Le colis COL-7K2M9Q n’a pas pu être remis')
    assert.equal(
      mail.text?.trim(),
      'Bonjour, le colis COL-7K2M9Q n’a pas pu être remis à Afi <b>Dossou</b>. Motif : Portail fermé. Koffi vous le rapporte ; pour l’appeler : +2290197000002. Quand vous l’avez en main, donnez-lui ce code : 5930. Votre numéro de commande : CMD-2041.',
    )
    assert.match(mail.html ?? '', /<html lang="fr">/)
    assert.match(mail.html ?? '', /Afi &#60;b&#62;Dossou&#60;\/b&#62;/)
    assert.equal(mail.messageId, `<${owned.id}@example.com>`)
    assert.equal(providerMessageId, mail.messageId)
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  })

  test('a mail holds its link both in the text and in the HTML', async () => {
    await channel.send({ ...message, address: 'boutique@example.com' })
    const mail = await lastMail()
    assert.ok(mail.text?.includes('Montrer où me livrer\nhttps://api.example.com/p/abc'))
    assert.match(
      mail.html ?? '',
      /<a href="https:\/\/api\.example\.com\/p\/abc" style="[^"]*">Montrer où me livrer<\/a>/,
    )
  })

  test('a mail names the company in its colour as they are then, and shows the logo of the shop', async () => {
    const about = { ...message, address: 'boutique@example.com' }
    await channel.send(about)
    const plain = (await lastMail()).html ?? ''
    assert.match(plain, /background:#0b3b2e;color:#fff;[^"]*">Colis<\/p>/)
    assert.doesNotMatch(plain, /<img|Zém/)
    current = rulesOf(
      new Map([
        ['COMPANY_BRAND', 'Zém & Fils'],
        ['COMPANY_COLOUR', '#7a1f4b'],
      ]),
    )
    await channel.send({ ...about, logo: 'https://api.example.com/logos/1/2' })
    current = rulesOf()
    const branded = (await lastMail()).html ?? ''
    assert.match(branded, /background:#7a1f4b;color:#fff;[^"]*">Zém &#38; Fils<\/p>/)
    assert.match(branded, /<img src="https:\/\/api\.example\.com\/logos\/1\/2" alt=""/)
    assert.match(branded, />Colis, Zém &#38; Fils<\/p>/)
  })

  test('no content of a message becomes a mail header or another recipient', async () => {
    const evil = 'COL-1\r\nBcc: thief@example.com\r\n\r\nBonjour'
    await channel.send({
      ...owned,
      address: 'boutique@example.com',
      words: { ...owned.words, reference: evil },
    })
    const mail = await lastMail()
    assert.equal(mail.bcc, undefined)
    assert.equal(
      mail.headers.some(({ key }) => key === 'bcc'),
      false,
    )
    assert.deepEqual(received[0]?.to, ['boutique@example.com'])
  })

  test('an address that holds several addresses reaches none of them', async () => {
    await channel.send({ ...owned, address: 'a@example.com, b@example.com' }).catch(() => {})
    const reached = received.flatMap(({ to }) => to)
    assert.ok(!reached.includes('a@example.com') && !reached.includes('b@example.com'), reached.join(' '))
  })

  for (const [at, code, failure, fate] of [
    ['RCPT', 550, 'SMTP_550', 'for good'],
    ['RCPT', 451, 'SMTP_451', 'tried again'],
    ['DATA', 554, 'SMTP_554', 'for good'],
    ['DATA', 452, 'SMTP_452', 'tried again'],
    ['AUTH', 535, 'SMTP_535', 'tried again'],
    ['NEVER', 0, 'TIMEOUT', 'tried again'],
  ] as const) {
    test(`when the mail server ${code ? `responds ${code} at ${at}` : 'never responds'}, a mail fails with ${failure} and is ${fate === 'for good' ? 'not retried' : 'retried'}`, async () => {
      Object.assign(refusing, { at, code })
      assert.deepEqual(await refusalOf(at === 'NEVER' ? mailWithin(deadlineMs) : channel, owned), [
        failure,
        fate,
      ])
    })
  }

  test('a mail is retried when nothing listens at the address of the mail server', async () => {
    const nowhere = sendByMail({ url: `smtp://127.0.0.1:${await freePort()}`, from: 'a@example.com' }, rules)
    assert.deepEqual(await refusalOf(nowhere, owned), ['SMTP_ESOCKET', 'tried again'])
  })

  test('the shop’s owner gets a mail, and the customer’s message is held while WhatsApp is not configured', async () => {
    const service = await openService(await openAny(), {
      SMTP_URL: url,
      MAIL_FROM: 'no-reply@example.com',
    })
    const shop = await service.openShop({ ownerEmail: 'boutique@example.com' })
    const key = await bringTo(service, shop, 'FAILED', { externalRef: 'CMD-2041' })
    await messageWork(service).once()

    const mail = await lastMail()
    assert.match(
      mail.text ?? '',
      /remis à Afi Dossou\. Motif : Colis refusé par le client\. Afi vous le rapporte/,
    )
    assert.match(mail.text ?? '', /Votre numéro de commande : CMD-2041\./)
    assert.equal(received.length, 1)
    assert.equal((await messageOf(service, key, 'DELIVERY_FAILED_OWNER')).channel, 'EMAIL')
    assert.equal((await messageOf(service, key, 'DELIVERY_FAILED')).state, 'PENDING')
    await service.close()
  })
})
