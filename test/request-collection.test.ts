import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { describedOperations } from '../src/http/openapi-document.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'
import { startColis } from './support/colis-process.ts'
import { fillDataFolder } from './support/databases.ts'
import { freePort } from './support/postgres-cluster.ts'

const path = 'docs/reference/colis.postman_collection.json'
type Item = { name: string; item?: Item[]; request?: { method: string; url: { path: string[] } } }

test('the collection has a request for every operation of the description', () => {
  const described = describedOperations(JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8'))).map(
    ({ method, path }) => `${method} ${path.replace('{id}', '*')}`,
  )
  const collected = requestsOf(JSON.parse(readFileSync(path, 'utf8'))).map(
    ({ method, url }) =>
      `${method} /${url.path.map((part) => (part.startsWith('{{') ? '*' : part)).join('/')}`,
  )
  assert.deepEqual([...new Set(collected)].sort(), described.sort())
})

const requestsOf = ({ item = [], request }: Item): NonNullable<Item['request']>[] => [
  ...(request ? [request] : []),
  ...item.flatMap(requestsOf),
]

test('the collection walks through a running service twice, and removes its deliveries only where that is allowed', {
  skip: whyWithout('npm'),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-collection-'))
  fillDataFolder(folder)
  const colis = await startColis({
    DATABASE_URL: `file:${folder}`,
    WEBHOOK_ALLOW_INSECURE: 'true',
  })
  const port = await freePort()
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(port, '127.0.0.1')
  t.after(async () => {
    receiver.close()
    colis.child.kill('SIGKILL')
    await colis.ended
    rmSync(folder, { recursive: true, force: true })
  })
  await colis.ready
  const key = /colis_live_[0-9A-Za-z]{38}/.exec(colis.stdout())?.[0]
  const report = join(folder, 'report.json')
  const settings = { baseUrl: colis.url, apiKey: key, webhookUrl: `http://127.0.0.1:${port}/hook` }
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const newman = resolve(clientsFolder, 'node_modules/newman/bin/newman.js')
  for (const { run, allowReset, skipped, left } of [
    { run: 'first', allowReset: 'no', skipped: 2, left: 3 },
    { run: 'second', allowReset: 'yes', skipped: 1, left: 0 },
  ]) {
    const allowed = ['--env-var', `allowReset=${allowReset}`]
    const args = ['run', path, ...variables, ...allowed, '-r', 'json', '--reporter-json-export', report]
    await promisify(execFile)(process.execPath, [newman, ...args]).catch(() => {})
    const { stats, failures } = JSON.parse(readFileSync(report, 'utf8')).run
    assert.deepEqual(
      failures.map(({ source, error }: Failure) => `${source.name}: ${error.message}`),
      [],
      run,
    )
    assert.equal(stats.requests.failed, 0)
    const requests = requestsOf(JSON.parse(readFileSync(path, 'utf8')))
    assert.equal(stats.assertions.total, requests.length - skipped)
    assert.equal(await deliveriesOf(colis.url, key), left, `deliveries after the ${run} run`)
  }
})

/** How many deliveries a shop has. */
async function deliveriesOf(url: string, key: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/api/v1/partner/deliveries`, { headers })
  return ((await response.json()) as { total: number }).total
}

type Failure = { source: { name: string }; error: { message: string } }
