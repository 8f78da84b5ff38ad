import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { exampleEvent } from '../src/doors/partner-api/example-events.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

/**
 * Clients are generated from the description that the running service sends, compiled, and walk the journey of a
 * shop: a quote, an order, its replay, reading, listing, to the customer, its history, a cancellation, a refusal; and
 * then they read the answers of a later service (decision 119).
 */

const run = promisify(execFile)
const tools = resolve(clientsFolder, 'node_modules')
const python = resolve(clientsFolder, '.venv/bin')

let service: TestService
let shop: TestShop
let url: string
let later: FastifyInstance
let laterUrl: string
let folder: string

before(async () => {
  service = await openService(await openAny())
  url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  shop = await service.openShop()
  later = laterService()
  laterUrl = await later.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(resolve(clientsFolder, 'generated-'))
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await later.close()
  await service.close()
})

describe('clients for TypeScript', { skip: whyWithout('npm') }, () => {
  const sources = ['openapi-fetch-journey.ts', 'hey-api-journey.ts', 'orders.ts', 'tsconfig.json']
  const node = (...args: string[]) => run(process.execPath, args, { cwd: folder })

  test('openapi-typescript and @hey-api/openapi-ts generate clients that compile under strict tsc', async () => {
    for (const file of sources) copyFileSync(join(clientsFolder, file), join(folder, file))
    await Promise.all([
      node(join(tools, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'colis-api.d.ts'),
      node(join(tools, '@hey-api/openapi-ts/bin/run.js'), '-i', 'openapi.json', '-o', 'hey-api'),
    ])
    await node(join(tools, 'typescript/bin/tsc'))
  })

  for (const [client, name] of [
    ['openapi-fetch', 'openapi-fetch'],
    ['@hey-api/openapi-ts', 'hey-api'],
  ]) {
    test(`the client of ${client} walks the journey of a shop`, async () => {
      assert.deepEqual(await walked(process.execPath, `built/${name}-journey.js`), journeyOf(`${name}-1`))
    })
  }
})

describe('a client for Python', { skip: whyWithout('pip') }, () => {
  test('openapi-python-client generates a client that passes mypy --strict', async () => {
    copyFileSync(join(clientsFolder, 'journey.py'), join(folder, 'journey.py'))
    copyFileSync(join(clientsFolder, 'python-client.yaml'), join(folder, 'python-client.yaml'))
    const options = ['--path=openapi.json', '--config=python-client.yaml', '--meta=none']
    const { stdout } = await run(
      join(python, 'openapi-python-client'),
      ['generate', ...options, '--output-path=colis_partner_api_client'],
      { cwd: folder },
    )
    assert.doesNotMatch(stdout, /warning|error/i)
    await run(join(python, 'mypy'), ['--strict', 'journey.py'], { cwd: folder })
  })

  test('the client of openapi-python-client walks the journey of a shop', async () => {
    assert.deepEqual(await walked(join(python, 'python'), 'journey.py'), journeyOf('python-1'))
  })
})

async function walked(program: string, file: string): Promise<unknown> {
  const { stdout } = await run(program, [file], {
    cwd: folder,
    env: { ...process.env, COLIS_URL: url, COLIS_LATER_URL: laterUrl, COLIS_API_KEY: shop.key },
  })
  return JSON.parse(stdout)
}

/** A service of a later time within v1: one more vehicle, one more code, and members that nobody knows yet. */
function laterService(): FastifyInstance {
  const { data } = exampleEvent('delivery.picked_up') as { data: { courier: object } }
  const app = Fastify()
  app.get('/api/v1/partner/deliveries/:id', async () => ({
    ...data,
    courier: { ...data.courier, vehicleType: 'BICYCLE', rating: 5 },
    carbonGrams: 120,
  }))
  app.post('/api/v1/partner/deliveries/:id/cancel', async (_request, reply) =>
    reply.code(409).send({ statusCode: 409, code: 'SOMETHING_NEW', message: 'New.', hint: 'Read it.' }),
  )
  return app
}

/** What every client must have seen. */
const journeyOf = (externalRef: string) => ({
  price: 700,
  pickupCode: 4,
  wasReplayed: true,
  read: 'SEARCHING_COURIER',
  dropoff: 'Maison',
  courier: null,
  listed: [externalRef],
  carriedBy: 'string',
  history: ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'],
  cancelled: 'CANCELLED',
  refusal: 'DELIVERY_NOT_CANCELLABLE',
  misspelt: false,
  later: ['IN_TRANSIT', 'BICYCLE', 'SOMETHING_NEW'],
})
