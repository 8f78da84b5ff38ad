import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { newId } from '../src/base/kernel/clock.ts'
import type { AlertKind } from '../src/domain/monitoring/alerts/alert-rules.ts'
import { openAny } from './support/databases.ts'
import { openService, productionSettings, type TestService, testStart } from './support/open-service.ts'

const minutesAgo = (minutes: number) => new Date(Date.parse(testStart) - minutes * 60_000)

type Kept = { kind: AlertKind; subject?: string; opened: number; closed?: number }

/** A service whose operators were alerted of these, so many minutes ago. */
async function openWith(kept: Kept[], settings: Record<string, string> = {}): Promise<TestService> {
  const service = await openService(await openAny(), settings)
  for (const { kind, subject = '', opened, closed } of kept)
    await service.services.db
      .insertInto('alerts')
      .values({
        id: newId(minutesAgo(opened)),
        kind,
        subject,
        facts: JSON.stringify({ city: 'Ganhi-secret', amountFcfa: 4711 }),
        opened_at: minutesAgo(opened),
        seen_at: minutesAgo(opened),
        last_notified_at: null,
        closed_at: closed === undefined ? null : minutesAgo(closed),
      })
      .execute()
  return service
}

const read = async (service: TestService, url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body, headers: sent } = await service.app.inject({ url, headers })
  return { status: statusCode, text: body, headers: sent }
}

describe('the page of the service’s state', () => {
  let service: TestService
  before(async () => {
    service = await openWith([
      { kind: 'LOOP_LATE', subject: 'send webhooks', opened: 300, closed: 240 },
      { kind: 'CONSUMER_BEHIND', subject: 'webhooks', opened: 290, closed: 200 },
      { kind: 'MESSAGES_HELD', opened: 100, closed: 60 },
      { kind: 'PAYMENTS_FAILING', opened: 2_000, closed: 1_900 },
      { kind: 'WEBHOOKS_WAITING', opened: 400, closed: 350 },
      { kind: 'REFUND_DUE', opened: 50 },
      { kind: 'NO_COURIER', subject: 'x', opened: 40, closed: 30 },
      { kind: 'LOOP_LATE', subject: 'purge photos', opened: 20, closed: 10 },
    ])
  })
  after(() => service.close())

  test('says of each part that it works, in the language that is asked for', async () => {
    for (const [language, heading, lines] of [
      [
        'fr',
        'Tout fonctionne',
        ['API et pages', 'Webhooks', 'Messages aux clients et aux livreurs', 'Mobile money'],
      ],
      [
        'en',
        'Everything works',
        ['API and pages', 'Webhooks', 'Messages to customers and couriers', 'Mobile money'],
      ],
    ] as const) {
      const { status, text, headers } = await read(service, `/status?lang=${language}`)
      assert.equal(status, 200)
      assert.equal(headers['content-language'], language)
      assert.equal(headers['cache-control'], 'public, max-age=30')
      assert.match(text, new RegExp(`<html lang="${language}">[\\s\\S]*<h1>${heading}</h1>`))
      for (const line of lines) assert.ok(text.includes(`<strong>✓ ${line}</strong>`), line)
    }
    assert.match((await read(service, '/status', { 'accept-language': 'en' })).text, /<html lang="en">/)
    assert.match((await read(service, '/status')).text, /<html lang="fr">/)
    const packed = await service.app.inject({ url: '/status', headers: { 'accept-encoding': 'br' } })
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), (await read(service, '/status')).text)
  })

  test('lists the last interruptions of these parts, those that overlap as one, and nothing else that operators hear of', async () => {
    const { text, headers } = await read(service, '/status.json')
    assert.match(String(headers['content-type']), /^application\/json/)
    const { takenAt, parts, incidents } = JSON.parse(text)
    assert.equal(takenAt, testStart)
    assert.deepEqual(parts, { API: 'WORKS', WEBHOOKS: 'WORKS', MESSAGES: 'WORKS', PAYMENTS: 'WORKS' })
    assert.deepEqual(incidents, [
      { part: 'MESSAGES', since: minutesAgo(100).toISOString(), until: minutesAgo(60).toISOString() },
      { part: 'WEBHOOKS', since: minutesAgo(300).toISOString(), until: minutesAgo(200).toISOString() },
      { part: 'PAYMENTS', since: minutesAgo(2_000).toISOString(), until: minutesAgo(1_900).toISOString() },
    ])
  })

  test('shows no figure, no name and no address of anybody, and asks the database once for all who look', async () => {
    for (const url of ['/status', '/status?lang=en', '/status.json']) {
      const { text } = await read(service, url)
      assert.doesNotMatch(text, /secret|4711|purge|LOOP|postgres|127\.0\.0\.1|memoryBytes/)
    }
    const first = (await read(service, '/status.json')).text
    service.clock.forward(3_600_000)
    assert.equal((await read(service, '/status.json')).text, first)
  })

  test('takes no method but GET and HEAD', async () => {
    const { statusCode, headers } = await service.app.inject({ method: 'POST', url: '/status' })
    assert.deepEqual([statusCode, headers.allow], [405, 'GET, HEAD'])
    assert.equal((await service.app.inject({ method: 'HEAD', url: '/status' })).statusCode, 200)
  })
})

test('messages that nobody takes are told as an interruption, which lasts', async () => {
  const service = await openWith([{ kind: 'MESSAGES_HELD', opened: 30 }], productionSettings)
  try {
    const { parts, incidents } = JSON.parse((await read(service, '/status.json')).text)
    assert.deepEqual([parts.API, parts.MESSAGES, parts.PAYMENTS], ['WORKS', 'OFF', 'OFF'])
    assert.deepEqual(incidents, [{ part: 'MESSAGES', since: minutesAgo(30).toISOString(), until: null }])
    assert.match((await read(service, '/status?lang=en')).text, /is not set up here/)
  } finally {
    await service.close()
  }
})

test('without its database the page still answers, and says what does not work and what it cannot tell', async () => {
  const service = await openWith([])
  try {
    await service.services.database.close()
    const { status, text } = await read(service, '/status?lang=en')
    assert.equal(status, 200)
    assert.match(text, /<h1>Something does not work as it should<\/h1>/)
    assert.match(text, /<strong>✗ API and pages<\/strong> <span>is interrupted/)
    assert.match(text, /<strong>\? Mobile money<\/strong> <span>cannot be told now/)
  } finally {
    await service.close().catch(() => {})
  }
})
