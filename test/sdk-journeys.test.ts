import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { svcSignature } from '../src/domain/webhooks/sending/webhook-signature.ts'
import { type ColisProcess, startColis } from './support/colis-process.ts'
import { fillDataFolder } from './support/databases.ts'
import { freePort } from './support/postgres-cluster.ts'
import { type SdkRuntime, sdkRuntimes } from './support/sdk-runtimes.ts'
import { until } from './support/until.ts'

/** The examples of the clients, as a shop runs them, against the service as a user starts it. */
const folder = mkdtempSync(join(tmpdir(), 'colis-journeys-'))
let colis: ColisProcess
let key: string

before(async () => {
  fillDataFolder(folder)
  colis = await startColis({
    DATABASE_URL: `file:${folder}`,
    WEBHOOK_ALLOW_INSECURE: 'true',
    RATE_LIMIT_PER_SECOND: '0',
  })
  await colis.ready
  key = /colis_live_[0-9A-Za-z]{38}/.exec(colis.stdout())?.[0] ?? ''
})
after(async () => {
  colis.child.kill('SIGKILL')
  await colis.ended
  rmSync(folder, { recursive: true, force: true })
})

for (const [which, runtime] of sdkRuntimes.entries())
  test(`the examples order, follow and receive a delivery (${runtime.name})`, {
    skip: runtime.skip,
  }, async (t) => {
    const { endpointId, secret, url, port } = await addEndpoint()
    const receiver = await startReceiver(t, runtime, port, secret)

    const [program = '', ...args] = runtime.example('first-order')
    const { stdout } = await promisify(execFile)(program, [...args, `order-sdk-${which}`], {
      env: { ...environment(), COLIS_URL: colis.url, COLIS_API_KEY: key },
    })

    const [reference = ''] = /COL-\w{6}/.exec(stdout) ?? []
    assert.match(stdout, new RegExp(journey(reference, `order-sdk-${which}`)))
    await until(() => receiver.printed().includes(`delivery.delivered ${reference}\n`), 'the webhooks')
    const seen: string[] = receiver.printed().match(new RegExp(`^\\S+ ${reference}$`, 'gm')) ?? []
    assert.equal(new Set(seen).size, seen.length, 'an event is taken once')
    for (const type of ['created', 'courier_assigned', 'picked_up'])
      assert.ok(seen.includes(`delivery.${type} ${reference}`), type)

    assert.equal(await post(url, secret, '{"id":"E1","type":"ping","data":{}}'), 204)
    assert.equal(await post(url, `${secret}=`, '{"id":"E2","type":"ping","data":{}}'), 400)
    await partner('DELETE', `/webhook-endpoints/${endpointId}`)
  })

/** What the example of every client prints. */
const journey = (reference: string, order: string) =>
  [
    '^The trip costs \\d+ FCFA\\.',
    `${reference} is AWAITING_LOCATION; give the courier the code \\d{4}\\.`,
    'Sent again, it is the same delivery\\.',
    `With another key it is refused: EXTERNAL_REF_TAKEN\\. Your shop already has a delivery .*${order}.*`,
    `${reference} is listed with an estimate of \\d+ FCFA\\.`,
    ...['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'].map(
      (status) => `It was ${status}\\.`,
    ),
    'COL-\\w{6} is CANCELLED for 0 FCFA\\.',
    'It was notified of delivery\\.created\\.',
    '(It was notified of [a-z._]+\\.\n)*$',
  ].join('\n')

async function addEndpoint() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const { id, secret } = await partner('POST', '/webhook-endpoints', { url })
  return { endpointId: id as string, secret: secret as string, url, port }
}

async function partner(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${colis.url}/api/v1/partner${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status}`)
  return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
}

/** Posts an event that is signed with a secret, and returns the status of the answer. */
async function post(url: string, secret: string, body: string): Promise<number> {
  const t = Math.floor(Date.now() / 1000)
  const header = `t=${t},v1=${svcSignature(secret, t, body)}`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'svc-signature': header, connection: 'close' },
    body,
  })
  return response.status
}

async function startReceiver(t: TestContext, runtime: SdkRuntime, port: number, secret: string) {
  const kept = mkdtempSync(join(folder, 'kept-'))
  const [program = '', ...args] = runtime.example('receive-webhooks', port)
  const child = spawn(program, args, {
    env: { ...environment(), WEBHOOK_SECRET: secret, PORT: String(port), KEPT_EVENTS: kept },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk
  })
  const isReached = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers: { connection: 'close' } }).then(
      ({ status }) => status === 400,
      () => false,
    )
  await until(() => child.exitCode !== null || isReached(), 'the receiver')
  assert.equal(child.exitCode, null, complained)
  return { printed: () => printed }
}

/** Of the environment of the tests, what a runtime needs to start. */
const environment = () => ({ PATH: process.env.PATH, HOME: process.env.HOME })
