import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { manualClock } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { readConfig } from '../src/config.ts'
import { phoneCountries } from '../src/domain/zones/phone-countries.ts'
import { makeServices } from '../src/services.ts'
import { addPerson, newVisitor } from './support/console-sign-in.ts'
import { openConsole } from './support/console-work.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { codeSentTo } from './support/sign-in.ts'
import { openVisitor, textOf } from './support/visitor.ts'

/** Phones as address books, chats and spreadsheets write them, at the doors that take one (decision 301). */

describe('phones as they are written', () => {
  let service: TestService
  before(async () => {
    service = await openService(await openAny())
    const { shopId } = await service.openShop()
    await addPerson(service, shopId, '+2290197000041')
    await registerCourier(service, { phone: '+2290197000041' })
  })
  after(() => service.close())

  const written = [
    '\u202d+229 01 97 00 00 41\u202c',
    '01\u201197\u201100\u201100\u201141',
    '97/00/00/41',
    '97000041.0',
  ]

  for (const phone of written)
    test(`a seller and a courier sign in with ${JSON.stringify(phone)}`, async () => {
      service.clock.forward(60_000)
      const seller = await newVisitor(service).post('/console/sign-in', { name: phone, way: 'message' })
      assert.equal(seller.path, '/console/sign-in/code', textOf(seller))
      const courier = await newVisitor(service).post('/courier/sign-in', { phone })
      assert.equal(courier.path, '/courier/sign-in/code', textOf(courier))
      assert.ok(await codeSentTo(service, '+2290197000041'))
    })

  test('of an old number today’s form is shown on the pages that read one', async () => {
    const old = '+241 06 61 23 45'
    const french = { 'accept-language': 'fr' }
    const form = /Aujourd’hui, ce serait \+241 66 61 23 45/
    const pages = [
      await newVisitor(service).post('/console/sign-in', { name: old, way: 'message' }, french),
      await newVisitor(service).post('/courier/sign-in', { phone: old }, french),
    ]
    const { shopId } = await service.openShop()
    const owner = await openConsole(service, { shopId, role: 'OWNER' })
    pages.push(await owner.post(`/console/shops/${shopId}/settings/team/invite`, { to: old, role: 'STAFF' }))
    for (const page of pages) {
      assert.equal(page.status, 422)
      assert.match(textOf(page), form)
    }
    const portuguese = await newVisitor(service).post(
      '/courier/sign-in',
      { phone: old },
      { 'accept-language': 'pt' },
    )
    assert.match(textOf(portuguese), /Hoje seria \+241 66 61 23 45/)
  })
})

test('before there is a city, a number is read by the company’s country, on the command line and on pages', async () => {
  const { database, url } = await openAny()
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  const config = readConfig({
    DATABASE_URL: url,
    DATA_FOLDER: folder,
    PUBLIC_URL: 'http://colis.test',
    TIME_ZONE: 'Africa/Libreville',
  })
  const clock = manualClock(testStart)
  const log = pino({ level: 'silent' })
  const services = await makeServices({ config, database, clock, chance: () => 0, log })
  const app = await buildApp(services)
  try {
    const context = { services: async () => services, folder }
    const made = await runCommandLine(['operators', 'create', '--phone', '06 12 34 56'], context)
    assert.match(made.stdout, /Operator \+24166123456/)
    const old = await runCommandLine(['operators', 'create', '--phone', '06 61 23 45'], context)
    assert.equal(
      old.stderr,
      'This number is from before 2019. Today it would be +241 66 61 23 45: check it, and write it like that.\n',
    )
    const asked = await openVisitor({ app }).post('/console/sign-in', {
      name: '066 12 34 56',
      way: 'message',
    })
    assert.equal(asked.path, '/console/sign-in/code', textOf(asked))
    assert.ok(await codeSentTo({ services }, '+24166123456'))
  } finally {
    await app.close()
    await services.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the countries of numbers are those of the cities, else that of the time zone', () => {
  assert.deepEqual(phoneCountries([{ country: 'TG' }, { country: 'TG' }], 'Africa/Douala'), ['TG'])
  assert.deepEqual(phoneCountries([], 'Africa/Douala'), ['CM'])
  assert.deepEqual(phoneCountries([], 'Europe/Paris'), [])
})
