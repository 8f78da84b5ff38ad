import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, type TestContext, test } from 'node:test'
import { type ColisProcess, runColis, startColis } from './support/colis-process.ts'
import { createServerDatabase, fillDataFolder, onServer } from './support/databases.ts'
import { plainOrder } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'
import { sharedSettings } from './support/witness.ts'

/** Whatever clients do, a process that is told to stop ends by itself with exit code 0. */
describe('a service that is told to stop', { timeout: 400_000 }, () => {
  let folder: string
  let env: Record<string, string>
  let colis: ColisProcess
  let apiKey: string
  const sockets: Socket[] = []
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'colis-stop-'))
    fillDataFolder(folder)
    env = { DATABASE_URL: `file:${folder}`, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' }
  })
  after(async () => {
    colis?.child.kill('SIGKILL')
    await colis?.ended
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  async function start(settings: Record<string, string> = {}): Promise<void> {
    colis = await startColis({ ...env, ...settings })
    await colis.ready
    apiKey = /colis_live_\w{38}/.exec(colis.stdout())?.[0] ?? apiKey
  }

  /** Opens a connection and sends this, and no more. */
  async function send(text: string): Promise<Socket> {
    const socket = connect(Number(new URL(colis.url).port), '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
    [`${method} ${path} HTTP/1.1`, 'host: colis.test', `authorization: Bearer ${apiKey}`]
      .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
      .concat('', '')
      .join('\r\n')

  /** Stops it, and returns its exit code and the messages it logged meanwhile. */
  async function stopped(): Promise<{ code: number | null; msgs: string[] }> {
    const from = colis.stdout().length
    colis.child.kill('SIGTERM')
    const code = await colis.ended
    const lines = colis.stdout().slice(from).split('\n')
    return { code, msgs: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg) }
  }

  test('closes connections that never sent anything, sent half a head, or wait for another request', async () => {
    await start()
    await send('')
    await send('GET /health/live HTTP/1.1\r\nhost: col')
    const kept = await send(head('GET', '/health/live'))
    await once(kept, 'data')
    assert.deepEqual(await stopped(), { code: 0, msgs: [] })
  })

  test('ends streams of events and live pages', async () => {
    await start()
    const stream = await send(head('GET', '/api/v1/partner/sandbox/events'))
    await once(stream, 'data')
    assert.deepEqual(await stopped(), { code: 0, msgs: [] })
  })

  test('finishes a request whose body arrives after the signal, also on a connection that is kept', async () => {
    await start()
    const body = JSON.stringify({ ...plainOrder, externalRef: 'late-body' })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': 'late-body-1',
      expect: '100-continue',
    }
    const call = await send(head('POST', '/api/v1/partner/deliveries', headers))
    // The service answers 100 once it has begun with the request.
    await once(call, 'data')
    let answer = ''
    call.on('data', (chunk) => {
      answer += chunk
    })
    const closed = once(call, 'close')
    const ending = stopped()
    await until(async () => !(await isListening()), 'the service to listen no more')
    call.write(body)
    await closed
    assert.match(answer, /^HTTP\/1\.1 201 /)
    assert.deepEqual(await ending, { code: 0, msgs: [] })
  })

  test('waits for no body that never comes, nor for a client that does not read', async () => {
    await start()
    const half = {
      'content-type': 'application/json',
      'content-length': 500,
      'idempotency-key': 'half-body-1',
    }
    const call = await send(head('POST', '/api/v1/partner/deliveries', { ...half, expect: '100-continue' }))
    await once(call, 'data')
    call.write('{"pickup":')
    const reader = await send('')
    reader.pause()
    for (let page = 0; page < 200; page += 1) reader.write(head('GET', '/docs'))
    const { code, msgs } = await stopped()
    assert.deepEqual([code, msgs], [0, ['connections were closed before their requests had ended']])
  })

  test('is not ready at once, and takes requests until it has drained', async () => {
    await start({ SHUTDOWN_DRAIN_SECONDS: '3' })
    const ready = () => fetch(`${colis.url}/health/ready`)
    assert.equal((await ready()).status, 200)
    const ending = stopped()
    await until(async () => (await ready()).status === 503, 'the service not to be ready')
    const zones = await fetch(`${colis.url}/api/v1/partner/zones`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    assert.deepEqual([zones.status, zones.headers.get('connection')], [200, 'close'])
    assert.equal((await fetch(`${colis.url}/health/live`)).status, 200)
    assert.equal((await ending).code, 0)
  })

  async function isListening(): Promise<boolean> {
    return fetch(`${colis.url}/health/live`).then(
      () => true,
      () => false,
    )
  }
})

onServer(() => {
  async function openWorker(t: TestContext, settings: Record<string, string> = {}): Promise<ColisProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'colis-stop-'))
    const env = { ...sharedSettings(await createServerDatabase(), folder), ...settings }
    const worker = await startColis(env, ['src/cli/colis.ts', 'work'])
    t.after(async () => {
      worker.child.kill('SIGKILL')
      await worker.ended
      rmSync(folder, { recursive: true, force: true })
    })
    await worker.ready
    return worker
  }

  test('colis work tells its health at a port of its own, and stops whoever is connected to it', async (t) => {
    const port = await freePort()
    const worker = await openWorker(t, { WORK_HEALTH_PORT: String(port), SHUTDOWN_DRAIN_SECONDS: '3' })
    const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status)
    assert.deepEqual(
      [await status('/health/live'), await status('/health/ready'), await status('/api/v1/partner/zones')],
      [200, 200, 404],
    )
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await once(silent, 'connect')
    const slow = request({ port, path: '/health/live', method: 'POST', headers: { 'content-length': 9 } })
    slow.on('error', () => {}).flushHeaders()

    worker.child.kill('SIGTERM')
    await until(async () => (await status('/health/ready')) === 503, 'the worker not to be ready')
    assert.equal(await status('/health/live'), 200)
    assert.equal(await worker.ended, 0)
    silent.destroy()
    slow.destroy()
  })

  test('colis work without such a port listens nowhere', async (t) => {
    const worker = await openWorker(t)
    await assert.rejects(fetch(`${worker.url}/health/live`))
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0)
  })

  test('colis work says when its port is taken', async (t) => {
    const port = await freePort()
    await openWorker(t, { WORK_HEALTH_PORT: String(port) })
    const folder = mkdtempSync(join(tmpdir(), 'colis-stop-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const env = { ...sharedSettings(await createServerDatabase(), folder), WORK_HEALTH_PORT: String(port) }
    const { code, stderr } = await runColis(env, ['src/cli/colis.ts', 'work'])
    assert.deepEqual(
      [code, stderr],
      [
        1,
        `Another process listens on 127.0.0.1:${port} already: stop it, or set another WORK_HEALTH_PORT.\n`,
      ],
    )
  })
})
