import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { after, before, describe, type TestContext, test } from 'node:test'
import { listen } from '../sdk/typescript/src/cli/listen.ts'
import { verifyWebhook } from '../sdk/typescript/src/verify-webhook.ts'
import type { Loop } from '../src/base/background/loop.ts'
import { type CommandOutcome, runCommandLine } from '../src/cli/command-line.ts'
import { eventTypes } from '../src/contract/vocabulary.ts'
import { revokeApiKey } from '../src/domain/shops/revoke-api-key.ts'
import { eventsDue } from '../src/events/event-log-store.ts'
import { insertEvent } from '../src/events/event-store.ts'
import { startEventLog } from '../src/events/start-event-log.ts'
import { startLookout } from '../src/events/start-lookout.ts'
import { inheritedEnv, runColis, startColis } from './support/colis-process.ts'
import { openAny } from './support/databases.ts'
import { partnerEventOf, sequenceAll } from './support/event-work.ts'
import { lookedOutFor } from './support/looked-out-for.ts'
import { openService, productionSettings, type TestService, type TestShop } from './support/open-service.ts'
import { type Answering, accepts, answers, holds, type Received } from './support/partner-server.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'
import { publishMany } from './support/webhook-backlog.ts'
import { dispatchesOf, order, useWebhooks } from './support/webhook-work.ts'

const minute = 60_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknownId = '0198c0de-0000-7000-8000-000000000000'
const noEndpoint = 'This shop has no webhook endpoint with this id.'

describe('colis webhooks', () => {
  const scene = useWebhooks(openAny)

  const run = (command: string, options: Record<string, string | true> = {}): Promise<CommandOutcome> => {
    const services = { ...scene.service.services, webhooks: scene.work.services }
    const flags = Object.entries(options).flatMap(([name, value]) => [
      `--${name}`,
      ...(value === true ? [] : [value]),
    ])
    return runCommandLine(['webhooks', command, ...flags], {
      services: async () => services,
      folder: process.cwd(),
    })
  }
  /** What a command prints for a person. */
  const text = async (command: string, options?: Record<string, string | true>): Promise<string> => {
    const { stdout, ...rest } = await run(command, options)
    assert.deepEqual(rest, { stderr: '', exitCode: 0 })
    return stdout
  }
  /** What it prints for machines: one line, one JSON object. */
  const json = async (command: string, options?: Record<string, string | true>) => {
    const stdout = await text(command, { ...options, json: true })
    assert.match(stdout, /^\{.*\}\n$/)
    return JSON.parse(stdout)
  }
  const refused = async (command: string, options: Record<string, string | true>, sentence: string) => {
    for (const form of [{}, { json: true as const }])
      assert.deepEqual(await run(command, { ...options, ...form }), {
        stdout: '',
        stderr: `${sentence}\n`,
        exitCode: 1,
      })
  }
  const misused = (command: string, options: Record<string, string | true>, sentence: string) =>
    refused(command, options, `error: ${sentence}\n(add --help to see what it takes)`)

  const now = () => scene.service.clock.now()
  const add = async (shop: TestShop, url: string, options: Record<string, string> = {}): Promise<string> =>
    (await json('add', { shop: shop.shopId, url, ...options })).endpointId

  describe('add', () => {
    test('webhooks add prints the id and the secret, which verifies requests', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]

      const { endpointId, secret, ...rest } = await json('add', { shop: shop.shopId, url: hook.url })

      assert.deepEqual(rest, {})
      assert.match(endpointId, uuid)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      await order(shop)
      await work.once()
      assert.deepEqual(await Promise.all(hook.received.map((request) => accepts(secret, request, now()))), [
        true,
      ])
    })

    test('webhooks add prints the secret on a line of its own for a person', async () => {
      const { service, partner } = scene
      const shop = await service.openShop()

      const [secret, line, ...rest] = (
        await text('add', { shop: shop.shopId, url: `${partner.hook().url}#part` })
      ).split('\n')

      assert.match(secret ?? '', /^whsec_/)
      const { endpoints } = await json('list', { shop: shop.shopId })
      assert.equal(
        line,
        `Endpoint ${endpoints[0].endpointId} for ${endpoints[0].url}. The secret above is not shown again.`,
      )
      assert.deepEqual(rest, [''])
      assert.equal(endpoints[0].url.includes('#'), false)
    })

    test('webhooks add takes event types and a description, and webhooks list shows them', async () => {
      const { service, partner } = scene
      const shop = await service.openShop()
      const hook = partner.hook()
      const id = await add(shop, hook.url, {
        events: 'delivery.created, payment.confirmed,delivery.created',
        description: ' Caisse ',
      })
      const other = partner.hook()
      const all = await add(shop, other.url, { events: 'all' })

      const common = { state: 'ACTIVE', failingSince: null, previousSecretUntil: null }
      assert.deepEqual(await json('list', { shop: shop.shopId }), {
        endpoints: [
          {
            endpointId: id,
            url: hook.url,
            ...common,
            description: 'Caisse',
            eventTypes: ['delivery.created', 'payment.confirmed'],
          },
          { endpointId: all, url: other.url, ...common, description: null, eventTypes: null },
        ].sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1)),
      })
      const lines = (await text('list', { shop: shop.shopId })).split('\n')
      assert.deepEqual(
        lines.sort(),
        [
          '',
          `${id}  ACTIVE  ${hook.url}  delivery.created,payment.confirmed`,
          `${all}  ACTIVE  ${other.url}  all events`,
        ].sort(),
      )
    })

    test('webhooks list is empty for a shop without endpoints', async () => {
      const shop = await scene.service.openShop()
      assert.deepEqual(await json('list', { shop: shop.shopId }), { endpoints: [] })
      assert.equal(await text('list', { shop: shop.shopId }), 'No endpoint yet.\n')
    })

    for (const [url, sentence] of [
      ['hooks.example.com/hook', 'This is not a web address.'],
      ['https://', 'This is not a web address.'],
      [`https://hooks.example.com/${'x'.repeat(2000)}`, 'This is not a web address.'],
      [
        'http://hooks.example.com/hook',
        'The address must begin with https://. To receive events on your own machine, use colis listen.',
      ],
      [
        'ftp://hooks.example.com/hook',
        'The address must begin with https://. To receive events on your own machine, use colis listen.',
      ],
      ['https://me:secret@hooks.example.com/', 'The address must not contain a user name or a password.'],
      [
        'https://localhost/',
        'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
      ],
      [
        'https://10.0.0.1/',
        'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
      ],
      [
        'https://inside.example.com/',
        'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
      ],
      [
        'https://nowhere.example.com/',
        'The address must lead to a public server. Check its spelling. To receive events on your own machine, use colis listen.',
      ],
    ] as const) {
      test(`webhooks add refuses ${url.slice(0, 60)}: ${sentence}`, async () => {
        const shop = await scene.service.openShop()
        await refused('add', { shop: shop.shopId, url }, sentence)
        assert.deepEqual(await json('list', { shop: shop.shopId }), { endpoints: [] })
      })
    }

    test('webhooks add refuses a taken address, an eleventh endpoint, an unknown shop and unknown event types', async () => {
      const { service, partner } = scene
      const shop = await service.openShop()
      const { url } = partner.hook()
      const { shopId } = shop
      const first = await add(shop, partner.hook(answers(200)).url)
      const { endpoints } = await json('list', { shop: shopId })
      await refused(
        'add',
        { shop: shopId, url: endpoints[0].url },
        `The shop already has an endpoint for this address: ${first}. Change that one, or remove it first; if its secret is lost, make a new one.`,
      )
      for (let n = 1; n < 10; n += 1) await add(shop, partner.hook().url)

      await refused(
        'add',
        { shop: shopId, url },
        'A shop has at most 10 webhook endpoints. Remove one first.',
      )
      await refused('add', { shop: unknownId, url }, `There is no shop ${unknownId}.`)
      await refused('list', { shop: unknownId }, `There is no shop ${unknownId}.`)
      await misused(
        'add',
        { shop: shopId, url, events: 'delivery.created,delivery.made,ping' },
        `option '--events <list>' argument 'delivery.created,delivery.made,ping' is invalid. No such event type: delivery.made, ping. There are ${eventTypes.slice(0, -1).join(', ')} and ${eventTypes.at(-1)}.`,
      )
      await misused('add', { shop: shopId }, "required option '--url <url>' not specified")
      await misused('add', { url }, "required option '--shop <id>' not specified")
      await misused(
        'add',
        { shop: 'boutique', url },
        "option '--shop <id>' argument 'boutique' is invalid. It takes an id such as the list prints.",
      )
    })
  })

  describe('change, pause, enable, remove', () => {
    test('webhooks change, pause, enable and remove change what is named and leave the rest', async () => {
      const { service, partner } = scene
      const shop = await service.openShop()
      const [hook, moved] = [partner.hook(), partner.hook()]
      const endpoint = await add(shop, hook.url, { events: 'delivery.failed', description: 'Caisse' })
      const answer = {
        endpointId: endpoint,
        url: hook.url,
        description: 'Caisse',
        eventTypes: ['delivery.failed'],
        state: 'ACTIVE',
        failingSince: null,
        previousSecretUntil: null,
      }

      assert.deepEqual(await json('change', { endpoint, url: moved.url }), { ...answer, url: moved.url })
      assert.deepEqual(await json('change', { endpoint, events: 'all' }), {
        ...answer,
        url: moved.url,
        eventTypes: null,
      })
      assert.equal(
        await text('change', { endpoint, description: 'Bureau' }),
        `${endpoint}  ACTIVE  ${moved.url}  all events\n`,
      )
      assert.equal((await json('change', { endpoint, description: '' })).description, null)
      await text('change', { endpoint, description: 'Bureau' })
      const paused = { ...answer, url: moved.url, eventTypes: null, description: 'Bureau', state: 'PAUSED' }
      assert.deepEqual(await json('pause', { endpoint }), paused)
      assert.deepEqual(await json('list', { shop: shop.shopId }), { endpoints: [paused] })
      assert.deepEqual(await json('enable', { endpoint }), {
        ...paused,
        state: 'ACTIVE',
        failedSince: null,
        exhausted: 0,
      })
      assert.deepEqual(await json('remove', { endpoint }), { ...paused, state: 'REMOVED' })
      assert.deepEqual(await json('list', { shop: shop.shopId }), { endpoints: [] })
    })

    test('webhooks list prints the state of an endpoint and since when it has been failing', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await add(shop, hook.url)
      const since = now().toISOString()
      await order(shop)
      await work.once()
      const line = (state: string) => `${endpoint}  ${state}  ${hook.url}  all events\n`

      assert.equal(await text('list', { shop: shop.shopId }), line(`ACTIVE failing since ${since}`))
      assert.equal(await text('pause', { endpoint }), line(`PAUSED failing since ${since}`))
      assert.equal(await text('enable', { endpoint }), line('ACTIVE'))
      service.clock.forward(minute)
      const again = now().toISOString()
      await work.once()
      service.clock.forward(72 * 60 * minute)
      await work.once()
      assert.equal(await text('list', { shop: shop.shopId }), line(`DISABLED failing since ${again}`))
      assert.equal(await text('remove', { endpoint }), line(`REMOVED failing since ${again}`))
    })

    test('webhooks enable prints how many events used up their attempts, and how to send them again', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await add(shop, hook.url)
      const exhaust = async () => {
        for (const delay of [0, 1, 5, 15, 60, 180, 360, 720]) {
          service.clock.forward(delay * minute)
          await work.once()
          await work.once()
        }
      }
      await order(shop)
      await exhaust()
      hook.answering = answers(200)
      await order(shop)
      await work.once()
      hook.answering = answers(500)
      await order(shop)
      service.clock.forward(minute)
      const failedSince = now().toISOString()
      await exhaust()
      await text('pause', { endpoint })
      await order(shop)
      const line = `npm run colis -- webhooks resend --endpoint ${endpoint} --failed-since ${failedSince}`

      assert.equal(
        await text('enable', { endpoint }),
        `${endpoint}  ACTIVE  ${hook.url}  all events\nSince it began to fail 1 event has used up all attempts. To send it again:\n${line}\n`,
      )
      hook.answering = answers(200)
      hook.received.splice(0)
      await work.once()
      assert.equal(hook.received.length, 1)
      assert.deepEqual(await json('resend', { endpoint, 'failed-since': failedSince }), { resent: 1 })

      hook.answering = answers(500)
      await work.once()
      await order(shop)
      await order(shop)
      await exhaust()
      const { failedSince: again, exhausted } = await json('enable', { endpoint })
      assert.deepEqual([again > failedSince, exhausted], [true, 3])
    })

    test('the webhooks commands refuse an unknown endpoint, an empty change and an invalid address', async () => {
      const { service, partner } = scene
      const endpoint = await add(await service.openShop(), partner.hook().url)

      for (const verb of ['enable', 'pause', 'remove', 'ping'])
        await refused(verb, { endpoint: unknownId }, noEndpoint)
      await refused('change', { endpoint: unknownId, description: 'x' }, noEndpoint)
      await refused('regenerate-secret', { endpoint: unknownId }, noEndpoint)
      await refused('resend', { endpoint: unknownId, event: unknownId }, noEndpoint)
      await refused('log', { endpoint: unknownId }, noEndpoint)
      await refused('change', { endpoint }, 'Say what to change: --url, --events or --description.')
      await refused(
        'change',
        { endpoint, url: 'http://hooks.example.com' },
        'The address must begin with https://. To receive events on your own machine, use colis listen.',
      )
      await misused(
        'change',
        { endpoint, description: ' ' },
        "option '--description <text>' argument ' ' is invalid. It takes 1 to 200 characters, none of them a control character.",
      )
      await misused('pause', {}, "required option '--endpoint <id>' not specified")
    })
  })

  describe('ping', () => {
    test('webhooks ping prints nothing that a terminal would interpret, neither as text nor as JSON', async () => {
      const { service, partner } = scene
      const said = 'a\u001b]0;owned\u0007\u009b2J\u202eb\r\u2066c\u007f'
      const [shop, hook] = [await service.openShop(), partner.hook(answers(200, said))]
      const endpoint = await add(shop, hook.url)
      for (const form of [{}, { json: true as const }]) {
        const printed = await text('ping', { endpoint, ...form })
        assert.doesNotMatch(printed, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
      }
      const { excerpt } = await json('ping', { endpoint })
      assert.equal(excerpt, said)
      assert.ok(
        (await text('ping', { endpoint })).includes(
          String.raw`a\u001b]0;owned\u0007\u009b2J\u202eb\u000d\u2066c\u007f`,
        ),
      )
    })

    test('webhooks ping prints the outcome', async () => {
      const { service, partner } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(200, 'pong'))]
      const endpoint = await add(shop, hook.url)

      const { eventId, durationMs, ...rest } = await json('ping', { endpoint })
      assert.equal(eventId, JSON.parse(hook.received[0]?.body ?? '{}').id)
      assert.ok(durationMs >= 0)
      assert.deepEqual(rest, { success: true, httpStatus: 200, failure: null, excerpt: 'pong' })
      assert.match(await text('ping', { endpoint }), /^It answered: 200 in \d+ ms\npong\n$/)

      hook.answering = answers(404, '')
      const fails = async (options: Record<string, string | true>) => {
        const { stdout, ...rest } = await run('ping', options)
        assert.deepEqual(rest, { stderr: '', exitCode: 1 })
        return stdout
      }
      assert.match(await fails({ endpoint }), /^It failed: 404 in \d+ ms\n$/)
      assert.equal(JSON.parse(await fails({ endpoint, json: true })).failure, 'HTTP_ERROR')
      hook.answering = (response) => response.socket?.end()
      assert.match(await fails({ endpoint }), /^It failed: CONNECTION in \d+ ms\n$/)
      const failed = JSON.parse(await fails({ endpoint, json: true }))
      assert.deepEqual(
        { ...failed, eventId: 0, durationMs: 0 },
        { success: false, httpStatus: null, failure: 'CONNECTION', excerpt: null, eventId: 0, durationMs: 0 },
      )
    })
  })

  describe('log', () => {
    test('webhooks log shows attempts newest first, in pages, and only the failed ones on request', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500, 'oops'))]
      const endpoint = await add(shop, hook.url)
      assert.equal(await text('log', { endpoint }), 'Nothing in the log.\n')
      assert.deepEqual(await json('log', { endpoint }), { attempts: [] })
      await order(shop)
      const times: string[] = []
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        times.push(now().toISOString())
        if (attempt === 3) hook.answering = answers(200, '')
        await work.once()
        service.clock.forward(5 * minute)
      }
      const [dispatch] = await dispatchesOf(work, endpoint)

      const { attempts } = await json('log', { endpoint })
      const next = (index: number, minutes: number) =>
        new Date(Date.parse(times[index] ?? '') + minutes * minute).toISOString()
      const line = {
        eventId: dispatch?.eventId,
        eventType: 'delivery.created',
        trigger: 'SCHEDULED',
        failure: null,
      }
      const failedLine = { ...line, httpStatus: 500, failure: 'HTTP_ERROR', response: 'oops' }
      const expected = [
        { ...line, attempt: 3, startedAt: times[2], httpStatus: 200, response: '', nextAttemptAt: null },
        { ...failedLine, attempt: 2, startedAt: times[1], nextAttemptAt: next(1, 5) },
        { ...failedLine, attempt: 1, startedAt: times[0], nextAttemptAt: next(0, 1) },
      ]
      type Attempt = { attemptId: string; durationMs: number }
      assert.deepEqual(
        attempts.map(({ attemptId, durationMs, ...rest }: Attempt) => {
          assert.match(attemptId, uuid)
          assert.ok(durationMs >= 0)
          return rest
        }),
        expected,
      )
      assert.deepEqual((await json('log', { endpoint, failed: true })).attempts, attempts.slice(1))
      const before = attempts[0].attemptId
      assert.deepEqual((await json('log', { endpoint, before, limit: '1' })).attempts, [attempts[1]])
      const lines = (await text('log', { endpoint, limit: '2' })).replaceAll(/\d+ ms/g, 'n ms').split('\n')
      assert.deepEqual(lines, [
        `${times[2]}  delivery.created #3 SCHEDULED  200  n ms  ${dispatch?.eventId}`,
        `${times[1]}  delivery.created #2 SCHEDULED  500  n ms  ${dispatch?.eventId}  next ${next(1, 5)}`,
        `Older ones: --before ${attempts[1].attemptId}`,
        '',
      ])
    })

    test('webhooks log takes 1 to 1,000 attempts at a time', async () => {
      const endpoint = await add(await scene.service.openShop(), scene.partner.hook().url)
      for (const limit of ['0', '1001', 'ten'])
        await misused(
          'log',
          { endpoint, limit },
          `option '--limit <n>' argument '${limit}' is invalid. It takes a whole number from 1 to 1000.`,
        )
    })
  })

  describe('resend', () => {
    test('webhooks resend takes one event, or everything that failed for good since a time', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await add(shop, hook.url)
      await order(shop)
      const [start] = now().toISOString().split('T')
      for (const delay of [0, 1, 5, 15, 60, 180, 360, 720]) {
        service.clock.forward(delay * minute)
        await work.once()
      }
      hook.answering = answers(200)
      const [dispatch] = await dispatchesOf(work, endpoint)
      const event = dispatch?.eventId ?? ''

      const tomorrow = new Date(now().getTime() + 1).toISOString()
      assert.deepEqual(await json('resend', { endpoint, 'failed-since': tomorrow }), { resent: 0 })
      assert.deepEqual(await json('resend', { endpoint, 'failed-since': start ?? '' }), { resent: 1 })
      await work.once()
      assert.equal(await text('resend', { endpoint, event }), '1 to be sent again.\n')
      await work.once()
      assert.equal(hook.received.length, 10)
    })

    test('webhooks resend refuses both options, neither, an event of another endpoint, and an invalid time', async () => {
      const endpoint = await add(await scene.service.openShop(), scene.partner.hook().url)
      const since = '2026-11-20'

      await refused('resend', { endpoint }, 'Say either --event or --failed-since.')
      await refused(
        'resend',
        { endpoint, event: unknownId, 'failed-since': since },
        'Say either --event or --failed-since.',
      )
      await refused(
        'resend',
        { endpoint, event: unknownId },
        'No such event was enqueued for this endpoint in the last 30 days.',
      )
      for (const date of [
        'yesterday',
        '2026-02-30',
        '2026-13-01',
        '2026-02-29T10:00Z',
        '2026-11-31T23:00:00+01:00',
      ])
        await misused(
          'resend',
          { endpoint, 'failed-since': date },
          `option '--failed-since <date>' argument '${date}' is invalid. It takes a date such as 2026-12-31 or 2026-12-31T23:00:00+01:00.`,
        )
      for (const date of ['2026-02-28', '2028-02-29T23:59:59.5+14:00'])
        assert.deepEqual(await json('resend', { endpoint, 'failed-since': date }), { resent: 0 })
    })
  })

  describe('regenerate-secret', () => {
    test('webhooks regenerate-secret shows the new secret once, and until when the old one stays valid', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await add(shop, hook.url)
      const until = new Date(now().getTime() + 48 * 60 * minute).toISOString()

      const { secret, ...rest } = await json('regenerate-secret', { endpoint, 'overlap-hours': '48' })
      assert.deepEqual(rest, { endpointId: endpoint, previousSecretUntil: until })
      assert.equal((await json('list', { shop: shop.shopId })).endpoints[0].previousSecretUntil, until)
      await refused(
        'regenerate-secret',
        { endpoint, 'overlap-hours': '1' },
        `The secret before this one stays valid until ${until}, as was promised. Wait until then, or make a new secret without an overlap: both old ones end at once.`,
      )
      service.clock.forward(48 * 60 * minute)
      const [again, line] = (await text('regenerate-secret', { endpoint, 'overlap-hours': '24' })).split('\n')
      assert.equal(
        line,
        `The old secret stays valid until ${new Date(now().getTime() + 24 * 60 * minute).toISOString()}.`,
      )
      const [last, lastLine] = (await text('regenerate-secret', { endpoint })).split('\n')
      assert.equal(lastLine, 'The old secret is no longer valid.')

      await order(shop)
      await work.once()
      const [request] = hook.received as [Received]
      assert.deepEqual(
        await Promise.all([secret, again, last].map((each) => accepts(each ?? '', request, now()))),
        [false, false, true],
      )
    })

    test('webhooks regenerate-secret takes an overlap of 0 to 72 hours', async () => {
      const endpoint = await add(await scene.service.openShop(), scene.partner.hook().url)
      for (const hours of ['-1', '73', '1.5'])
        await misused(
          'regenerate-secret',
          { endpoint, 'overlap-hours': hours },
          `option '--overlap-hours <n>' argument '${hours}' is invalid. It takes a whole number from 0 to 72.`,
        )
    })
  })
})

describe('colis listen', () => {
  let service: TestService
  let url: string
  let sequencer: Loop
  before(async () => {
    service = await openService(await openAny())
    url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const log = await startEventLog({ ...service.services, consumers: [] })
    // Some events here are written without a notice.
    const lookout = startLookout(service.services, [{ due: eventsDue([]), loops: [log] }])
    sequencer = lookedOutFor(log, lookout)
  })
  after(async () => {
    await sequencer.stop()
    await service.close()
  })

  test('colis listen takes the key from the environment, or from standard input', async (t) => {
    const shop = await service.openShop()
    const environment = { COLIS_API_KEY: shop.key }
    for (const [env, input] of [
      [environment, ''],
      [{}, `${shop.key}\n`],
    ] as const) {
      const child = spawn(process.execPath, ['src/cli/colis.ts', 'listen', '--url', url], {
        env: { ...inheritedEnv(), ...env },
      })
      t.after(() => child.kill('SIGKILL'))
      child.stdin.end(input)
      let printed = ''
      child.stdout.on('data', (chunk) => {
        printed += chunk
      })
      await until(() => printed === 'Listening. Ctrl-C stops.\n', 'a stream that is open')
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })

  test('colis listen without a key is refused in one sentence', async () => {
    const { code, stderr } = await runColis({}, ['src/cli/colis.ts', 'listen', '--url', url])
    assert.deepEqual(
      [code, stderr],
      [1, 'Give an API key: in COLIS_API_KEY, typed when asked, or with --key.\n'],
    )
  })

  test('colis listen prints each event of the shop as it happens, and none of another shop', async (t) => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    await order(shop)
    // What has its position when the stream begins is not sent; one is given right after the commit.
    const positions = service.services.db
      .selectFrom('event_positions')
      .select('event_positions.position')
      .where('event_positions.shop_id', '=', shop.shopId)
    await until(async () => (await positions.execute()).length === 1, 'the position of what was before')
    service.clock.forward(1_000)
    const listening = begin(t, { key: shop.key, url })
    await listening.prints(/^Listening\. Ctrl-C stops\.$/)

    await order(other)
    const id = await order(shop)
    await listening.prints(/^delivery\.created/)
    await shop.post(`/deliveries/${id}/cancel`, {})
    await listening.prints(/^delivery\.cancelled/)
    await listening.stop()

    const alerts = await service.services.db
      .selectFrom('events')
      .select(['events.type', 'events.body'])
      .where('events.shop_id', '=', shop.shopId)
      .where('events.delivery_id', '=', id)
      .orderBy('events.created_at')
      .orderBy('events.type', 'desc')
      .execute()
    assert.deepEqual(listening.lines, [
      'Listening. Ctrl-C stops.',
      ...alerts.map(({ type, body }) => `${type}  ${body}`),
    ])
  })

  test('colis listen sends each event to a local server, signed as a webhook is, and prints the response', async (t) => {
    const shop = await service.openShop()
    const local = await openLocalServer(t, [204, 500])
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
    const listening = begin(t, { key: shop.key, url, forwardTo: local.url, secret })
    await listening.prints(/^Listening/)

    const id = await order(shop)
    await listening.prints(/^delivery\.created/)
    await shop.post(`/deliveries/${id}/cancel`, {})
    await listening.prints(/^delivery\.cancelled/)
    local.close()
    await order(shop)
    await listening.prints(/no answer$/)
    await listening.stop()

    for (const request of local.received) {
      await verifyWebhook({ header: request.headers['svc-signature'] as string, body: request.body, secret })
      assert.equal(request.headers['content-type'], 'application/json')
    }
    const [created, cancelled] = local.received.map(({ headers, body }) => ({
      type: headers['svc-event'],
      id: headers['svc-event-id'],
      body: JSON.parse(body),
    }))
    assert.deepEqual([created?.type, cancelled?.type], ['delivery.created', 'delivery.cancelled'])
    assert.equal(created?.body.id, created?.id)
    assert.equal(created?.body.data.id, id)
    const [head, , ...lines] = listening.lines
    assert.equal(head, `Requests to ${local.url} are signed with ${secret}`)
    assert.deepEqual(lines.slice(0, 2), [
      `delivery.created  ${created?.id}  204`,
      `delivery.cancelled  ${cancelled?.id}  500`,
    ])
    assert.match(lines[2] ?? '', /^delivery\.created {2}[0-9a-f-]{36} {2}no answer$/)
  })

  test('colis listen hands over one event after the other, in their order, when the first answer is slow', async (t) => {
    const shop = await service.openShop()
    const observer = begin(t, { key: shop.key, url })
    await observer.prints(/^Listening/)
    const { answering, held, release } = holds()
    const local = await openLocalServer(t, [], answering)
    const listening = begin(t, { key: shop.key, url, forwardTo: local.url })
    await listening.prints(/^Listening/)

    await order(shop)
    await until(() => held.length === 1, 'the first event, which is not answered')
    for (let more = 0; more < 9; more += 1) await order(shop)
    await until(() => printedBy(observer).length === 10, 'the ten events')
    assert.equal(local.received.length, 1)
    for (let answered = 0; answered < 10; answered += 1) {
      await until(() => held.length === 1, `event ${answered + 1}`)
      assert.equal(local.received.length, answered + 1)
      release(204)
    }
    await until(() => printedBy(listening).length === 10, 'the ten answers')
    await Promise.all([observer.stop(), listening.stop()])

    const idsPrinted = printedBy(observer).map((line) => JSON.parse(line.split('  ')[1] ?? '').id)
    assert.deepEqual(
      local.received.map(({ headers }) => headers['svc-event-id']),
      idsPrinted,
    )
    assert.deepEqual(
      printedBy(listening),
      idsPrinted.map((id) => `delivery.created  ${id}  204`),
    )
  })

  test('colis listen ends at once while an answer is awaited', async (t) => {
    const shop = await service.openShop()
    const { answering, held } = holds()
    const local = await openLocalServer(t, [], answering)
    const listening = begin(t, { key: shop.key, url, forwardTo: local.url })
    await listening.prints(/^Listening/)
    await order(shop)
    await order(shop)
    await until(() => held.length === 1, 'an event that is not answered')
    await listening.stop()
    assert.deepEqual([printedBy(listening), local.received.length], [[], 1])
  })

  test('colis listen makes a signing secret and prints it when none is given', async (t) => {
    const shop = await service.openShop()
    const local = await openLocalServer(t, [200])
    const listening = begin(t, { key: shop.key, url, forwardTo: local.url })
    await listening.prints(/^Listening/)
    await order(shop)
    await listening.prints(/^delivery\.created/)
    await listening.stop()

    const secret = /whsec_\S+$/.exec(listening.lines[0] ?? '')?.[0] ?? ''
    const [request] = local.received
    assert.ok(request)
    await verifyWebhook({ header: request.headers['svc-signature'] as string, body: request.body, secret })
  })

  test('colis listen connects again when the connection breaks', async (t) => {
    const own = await openService(await openAny())
    t.after(() => own.close())
    const sequencing = await startEventLog({ ...own.services, consumers: [] })
    t.after(() => sequencing.stop())
    const address = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }))
    const shop = await own.openShop()
    const listening = begin(t, { key: shop.key, url: address.origin })
    await listening.prints(/^Listening/)

    own.app.server.closeAllConnections()
    await until(
      () => listening.lines.filter((line) => line.startsWith('Listening')).length === 2,
      'another connection',
    )
    await order(shop)
    await listening.prints(/^delivery\.created/)
    await listening.stop()
  })

  test('colis listen prints events missed during a broken connection once it is open again, and none twice', async (t) => {
    const shop = await service.openShop()
    const door = await openDoor(t, url)
    const listening = begin(t, { key: shop.key, url: door.url })
    await listening.prints(/^Listening/)
    await order(shop)
    await listening.prints(/^delivery\.created/)

    door.shut()
    const missed = await order(shop)
    service.clock.forward(60_000)
    await listening.prints(/^The connection broke/)
    door.open()
    await listening.prints(new RegExp(`^delivery\\.created.*${missed}`))
    await listening.stop()

    const alerts = listening.lines.filter((line) => line.startsWith('delivery.'))
    assert.equal(alerts.length, 2)
  })

  test('colis listen prints each of a thousand and more missed events once', async (t) => {
    const shop = await service.openShop()
    const door = await openDoor(t, url)
    const listening = begin(t, { key: shop.key, url: door.url })
    await listening.prints(/^Listening/)

    door.shut()
    service.clock.forward(1_000)
    await publishMany(service, shop, 2_500)
    service.clock.forward(60_000)
    await listening.prints(/^The connection broke/)
    door.open()
    // The event of the order that was copied is printed only where it was sequenced before it was taken back.
    const alerts = () => listening.lines.filter((line) => /^(delivery|payment)\.\w+ {2}\{\}$/.test(line))
    await until(() => alerts().length >= 2_500, 'every event')
    await listening.stop()
    assert.equal(alerts().length, 2_500)
  })

  test('colis listen prints an event that was committed late, after the connection was opened again', async (t) => {
    const shop = await service.openShop()
    const door = await openDoor(t, url)
    const listening = begin(t, { key: shop.key, url: door.url })
    await listening.prints(/^Listening/)
    const id = await order(shop)
    await listening.prints(/^delivery\.created/)

    door.shut()
    service.clock.forward(60_000)
    const startedAt = service.clock.now()
    const missed = await order(shop)
    service.clock.forward(1_000)
    await listening.prints(/^The connection broke/)
    door.open()
    await listening.prints(new RegExp(`^delivery\\.created.*${missed}`))
    const late = partnerEventOf({ shopId: shop.shopId, id }, 'delivery.expired', startedAt)
    await service.services.db.transaction().execute((trx) => insertEvent(trx, late))
    await listening.prints(/^delivery\.expired/)
    await listening.stop()
  })

  test('a stream that breaks before its first event keeps the position to read on from', async (t) => {
    const shop = await service.openShop()
    await order(shop)
    await sequenceAll(service.services)
    const { body } = await shop.get('/events')
    const place = (body as { nextCursor: string }).nextCursor

    const lines = await readStream(t, url, { authorization: `Bearer ${shop.key}`, 'last-event-id': place })
    assert.equal(await lines.next(), `id: ${place}\nevent: listening\ndata: {}\n\n`)
  })

  test('a key may have three streams at once and then gets Retry-After, and another shop has its own limit', async (t) => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    const open = (key: string) => readStream(t, url, { authorization: `Bearer ${key}` })
    const streams = [await open(shop.key), await open(shop.key), await open(shop.key)]
    for (const { status } of streams) assert.equal(status, 200)

    const fourth = await open(shop.key)
    assert.equal(fourth.status, 429)
    assert.equal(fourth.headers.get('retry-after'), '10')
    assert.equal((await open(other.key)).status, 200)

    streams[0]?.close()
    await until(async () => (await open(shop.key)).status === 200, 'a free stream')
  })

  test('of twenty streams opened at once with one key, three are accepted', async (t) => {
    const shop = await service.openShop()
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => readStream(t, url, { authorization: `Bearer ${shop.key}` })),
    )
    assert.deepEqual(opened.map(({ status }) => status).sort(), [
      ...[200, 200, 200],
      ...Array.from({ length: 17 }, () => 429),
    ])
  })

  for (const status of [429, 500, 503]) {
    test(`colis listen continues after a response of ${status}`, async (t) => {
      const shop = await service.openShop()
      const door = await openDoor(t, url)
      door.refuseOnce(status)
      const listening = begin(t, { key: shop.key, url: door.url })
      await listening.prints(
        new RegExp(
          `^The connection broke: ${door.url} answered ${status}\\. Connecting again every second\\.$`,
        ),
      )
      await listening.prints(/^Listening/)
      await listening.stop()
    })
  }

  test('colis listen prints once that the service does not respond, and why, for as long as it does not', async (t) => {
    const shop = await service.openShop()
    const door = await openDoor(t, url)
    door.shut()
    const listening = begin(t, { key: shop.key, url: door.url })
    await until(() => door.tries() === 3, 'a third try')
    await listening.stop()

    assert.equal(listening.lines.length, 1)
    assert.ok(listening.lines[0]?.startsWith(`The connection broke: ${door.url} does not answer (`))

    const nowhere = `http://127.0.0.1:${await freePort()}`
    const vain = begin(t, { key: shop.key, url: nowhere })
    await vain.prints(/^The connection broke/)
    await vain.stop()
    assert.deepEqual(vain.lines, [
      `The connection broke: ${nowhere} does not answer (ECONNREFUSED). Connecting again every second.`,
    ])
  })

  for (const [flag, value, takes] of [
    ['--forward-to', 'notaurl', 'an address such as http://localhost:3000/hook'],
    ['--forward-to', 'localhost:3000/hook', 'an address such as http://localhost:3000/hook'],
    ['--url', '127.0.0.1:8080', 'an address such as http://localhost:3000/hook'],
    ['--secret', 'secret', 'a secret that begins with whsec_'],
  ] as const) {
    test(`colis listen refuses ${flag} ${value}`, async () => {
      const run = await runColis({ DATABASE_URL: 'memory:' }, [
        ...['src/cli/colis.ts', 'listen', '--key', 'K', flag, value],
      ])
      assert.equal(run.code, 1)
      assert.match(run.stderr, new RegExp(`argument '${value}' is invalid\\. It takes ${takes}\\.`))
    })
  }

  test('colis listen is refused with a wrong key, without the right, and when the key is revoked', async (t) => {
    const shop = await service.openShop()
    const writer = await service.openShop({ scopes: ['deliveries:write'] })
    const wrongKey = `${shop.key.slice(0, -1)}${shop.key.endsWith('A') ? 'B' : 'A'}`

    await assert.rejects(begin(t, { key: wrongKey, url }).ended, {
      name: 'CommandRefused',
      message: 'This API key is unknown or revoked. Check that it was copied whole.',
    })
    await assert.rejects(begin(t, { key: writer.key, url }).ended, {
      name: 'CommandRefused',
      message: 'This API key lacks the right deliveries:read.',
    })
    const listening = begin(t, { key: shop.key, url })
    await listening.prints(/^Listening/)
    await revokeApiKey(service.services, shop)
    await assert.rejects(listening.ended, { name: 'CommandRefused' })
  })

  test('the stream of events does not exist in production', async (t) => {
    const production = await openService(await openAny(), productionSettings)
    t.after(() => production.close())
    const shop = await production.openShop()
    assert.equal((await shop.get('/sandbox/events')).status, 404)
    const address = await production.app.listen({ host: '127.0.0.1', port: 0 })

    await assert.rejects(begin(t, { key: shop.key, url: address }).ended, {
      name: 'CommandRefused',
      message: 'There is no stream of events here: colis listen works with a sandbox.',
    })
  })

  test('the command colis listen prints, forwards and stops on Ctrl-C, and exits with 1 for a wrong key', async (t) => {
    const shop = await service.openShop()
    const local = await openLocalServer(t, [200])
    const flags = ['--forward-to', local.url, '--url', url]
    const colis = (key: string) =>
      startColis({ DATABASE_URL: 'memory:' }, ['src/cli/colis.ts', 'listen', '--key', key, ...flags])
    const running = await colis(shop.key)
    t.after(() => running.child.kill('SIGKILL'))
    await until(() => running.stdout().includes('Listening.'), 'the command to listen')

    await order(shop)
    await until(() => /^delivery\.created .* 200$/m.test(running.stdout()), 'the event')
    running.child.kill('SIGINT')
    assert.equal(await running.ended, 0)
    assert.equal(running.stderr(), '')

    const refused = await colis('colis_live_nothing')
    assert.equal(await refused.ended, 1)
    assert.equal(refused.stderr(), 'This API key is unknown or revoked. Check that it was copied whole.\n')
  })
})

type Options = Parameters<typeof listen>[0]

/** Begins to listen; returns what was printed so far, and how to wait for more. */
function begin(t: TestContext, options: Options) {
  const stop = new AbortController()
  const lines: string[] = []
  const ended = listen(options, { print: (line) => void lines.push(line), signal: stop.signal })
  ended.catch(() => {})
  t.after(() => stop.abort())
  return {
    lines,
    ended,
    prints: (what: RegExp) => until(() => lines.some((line) => what.test(line)), `a line like ${what}`),
    stop: () => {
      stop.abort()
      return ended
    },
  }
}

/** The lines about events that a listener printed. */
const printedBy = ({ lines }: { lines: string[] }) => lines.filter((line) => line.startsWith('delivery.'))

/** A developer's own server, which returns these statuses one after the other, or does what it is told. */
async function openLocalServer(t: TestContext, statuses: number[], answering?: Answering) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
    received.push(one)
    if (answering) return void answering(response, one)
    response.writeHead(statuses[received.length - 1] ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  t.after(close)
  return { received, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

/** A proxy to a service that can be shut and opened again, like a connection that breaks. */
async function openDoor(t: TestContext, target: string) {
  let isShut = false
  let refusal: number | undefined
  let tries = 0
  const door = createServer(async (request, response) => {
    tries += 1
    if (isShut) return void response.destroy()
    if (refusal) {
      response.writeHead(refusal).end()
      refusal = undefined
      return
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const headers = request.headers as Record<string, string>
    const answer = await fetch(target + request.url, { headers, signal: gone.signal })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    const body = Readable.fromWeb(answer.body as ReadableStream)
    await pipeline(body, response).catch(() => {})
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const shut = () => {
    isShut = true
    door.closeAllConnections()
  }
  t.after(() => {
    shut()
    door.close()
  })
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    tries: () => tries,
    shut,
    open: () => {
      isShut = false
    },
    refuseOnce: (status: number) => {
      refusal = status
    },
  }
}

/** A stream of events as it is read over HTTP; it is closed when the test ends. */
async function readStream(t: TestContext, url: string, headers: Record<string, string>) {
  const stop = new AbortController()
  t.after(() => stop.abort())
  const response = await fetch(`${url}/api/v1/partner/sandbox/events`, { headers, signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    status: response.status,
    headers: response.headers,
    next: async () => (await reader?.read())?.value,
    close: () => stop.abort(),
  }
}
