import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { buildMetricsApp, startBackground } from '../src/app.ts'
import { observe } from '../src/base/kernel/observed.ts'
import { alertKinds } from '../src/domain/monitoring/alerts/alert-rules.ts'
import { startColis } from './support/colis-process.ts'
import { openAny } from './support/databases.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)

/** The samples of a scrape: `name{labels}`, labels by name, and its value. */
const samplesOf = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
        const sorted = [...labels.matchAll(/\w+="[^"]*"/g)].map(([label]) => label).sort()
        return [sorted.length === 0 ? name : `${name}{${sorted.join()}}`, Number(value)] as const
      }),
  )

/** As in the process that has the background work. */
const workingHere = ({ services }: TestService) => ({ ...services.background, isHere: true })

describe('metrics', () => {
  let service: TestService
  let metrics: FastifyInstance
  before(async () => {
    service = await openService(await openAny())
    metrics = await buildMetricsApp({ ...service.services, background: workingHere(service) })
    await metrics.ready()
  })
  after(async () => {
    await metrics.close()
    await service.close()
  })
  const scrape = async (app = metrics) => {
    const { statusCode, body, headers } = await app.inject('/metrics')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    return body
  }

  test('requests are counted by their registered path and status, whatever addresses are asked for', async () => {
    const shop = await service.openShop()
    const { body } = await shop.order()
    await shop.get(`/deliveries/${body.id}`)
    await shop.get('/deliveries/not-an-id')
    for (const path of ['/a', '/b?phone=0197000001', '/c/0197000001']) await service.app.inject(path)
    const samples = samplesOf(await scrape())
    const count = (method: string, route: string, status: number) =>
      samples.get(`colis_http_requests_total{method="${method}",route="${route}",status="${status}"}`)
    assert.equal(count('POST', '/api/v1/partner/deliveries', 201), 1)
    assert.equal(count('GET', '/api/v1/partner/deliveries/:id', 200), 1)
    assert.equal(count('GET', 'unknown', 404), 3)
    assert.equal(
      samples.get(
        'colis_http_request_duration_seconds_count{method="POST",route="/api/v1/partner/deliveries"}',
      ),
      1,
    )
  })

  test('events, attempts, messages, pushes and calls to providers are counted as they happen', async () => {
    const loops = await startBackground(service.services)
    try {
      await (await service.openShop()).order()
      await until(
        async () => /colis_events_total\{type="delivery.created"\} [1-9]/.test(await scrape()),
        'an event to be counted',
      )
    } finally {
      await Promise.all(loops.map((loop) => loop.stop()))
    }
    observe('webhookAttempt', { outcome: 'TIMEOUT', seconds: 10 })
    observe('message', { channel: 'SMS', outcome: 'FAILED' })
    observe('push', { outcome: 'GONE' })
    observe('providerCall', { provider: 'Wave', outcome: 'AWAY', seconds: 1 })
    const samples = samplesOf(await scrape())
    for (const name of [
      'colis_webhook_attempt_duration_seconds_count{outcome="TIMEOUT"}',
      'colis_messages_total{channel="SMS",outcome="FAILED"}',
      'colis_pushes_total{outcome="GONE"}',
      'colis_provider_call_duration_seconds_count{outcome="AWAY",provider="Wave"}',
    ])
      assert.equal(samples.get(name), 1, name)
  })

  test('what is under way, what is late and every kind of alert is told, by city', async () => {
    const shop = await service.openShop()
    await shop.order()
    await shop.order({ dropoff: center })
    const early = samplesOf(await scrape())
    assert.equal(early.get('colis_figures_read'), 1)
    const underWay = 'colis_deliveries_under_way{city="Cotonou",status="AWAITING_LOCATION"}'
    assert.ok((early.get(underWay) ?? 0) >= 1)
    for (const kind of alertKinds) assert.equal(early.get(`colis_alerts{kind="${kind}"}`), 0, kind)
    service.clock.forward(26 * 60 * 60_000)
    const late = [...samplesOf(await scrape())].filter(([name]) => name.startsWith('colis_deliveries_late{'))
    assert.ok(late.some(([name, value]) => name.includes('city="Cotonou"') && value >= 1))
  })

  test('a process that does no work tells of itself alone', async () => {
    const idle = { ...service.services.background, isHere: false }
    const own = await buildMetricsApp({ ...service.services, background: idle })
    await own.ready()
    const text = await scrape(own)
    await own.close()
    assert.match(text, /^colis_figures_read 0$/m)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
    assert.doesNotMatch(text, /colis_deliveries_under_way|colis_money/)
  })

  test('no phone, key or reference is among the labels', async () => {
    const text = await scrape()
    assert.doesNotMatch(text, /0197000001|22901|colis_live_|Dossou|Boutique/)
  })

  test('nothing but /metrics is there, and it is at no other port', async () => {
    for (const url of ['/', '/health/ready', '/api/v1/partner/deliveries', '/metrics/x'])
      assert.equal((await metrics.inject(url)).statusCode, 404, url)
    assert.equal((await metrics.inject({ method: 'POST', url: '/metrics', payload: {} })).statusCode, 405)
    assert.equal((await service.app.inject('/metrics')).statusCode, 404)
  })

  test('while the database is away a scrape succeeds and says so', async () => {
    const { db } = service.services
    const broken = await buildMetricsApp({
      ...service.services,
      database: {
        ...service.services.database,
        outages: { ...service.services.database.outages, check: () => Promise.reject(new Error('away')) },
        db: new Proxy(db, {
          get: (target, name) => {
            if (name === 'selectFrom' || name === 'executeQuery') throw new Error('The database is away.')
            return Reflect.get(target, name)
          },
        }),
      },
      background: workingHere(service),
    })
    await broken.ready()
    const text = await scrape(broken)
    await broken.close()
    assert.match(text, /^colis_figures_read 0$/m)
    assert.match(text, /^process_cpu_seconds_total /m)
  })

  test('the rules and the dashboard name only metrics that exist, and every alert leads into the runbook', async () => {
    const known = new Set(
      [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
      ),
    )
    const rules = readFileSync('deploy/prometheus/colis.rules.yml', 'utf8')
    const dashboard = readFileSync('deploy/grafana/colis.json', 'utf8')
    const named = [...`${rules}${dashboard}`.matchAll(/\b(?:colis|nodejs|process)_[a-z0-9_]+/g)].map(
      ([name]) => name,
    )
    assert.ok(named.length > 50)
    // What there is nothing of just now, or what no test machine has.
    const absent = new Set(['colis_clock_skew_seconds'])
    const { serviceFigures } = await import('../src/doors/metrics/service-figures.ts')
    for (const { name } of serviceFigures) absent.add(name)
    assert.deepEqual(
      named.filter((name) => !known.has(name) && !absent.has(name)),
      [],
    )
    const headings = readFileSync('docs/operating/runbook.md', 'utf8')
      .split('\n')
      .flatMap((line) => /^### (.+)$/.exec(line)?.[1] ?? [])
      .map((heading) => heading.toLowerCase().replaceAll(' ', '-'))
    const anchors = [...rules.matchAll(/runbook_url: docs\/operating\/runbook\.md#(\S+)/g)].map(
      ([, anchor = '']) => anchor,
    )
    assert.equal(anchors.length, rules.match(/- alert:/g)?.length)
    assert.deepEqual(
      anchors.filter((anchor) => !headings.includes(anchor)),
      [],
    )
    // That the database is away no process can read from it: `ColisDatabaseUnwritable` is for that.
    for (const kind of alertKinds.filter((each) => each !== 'DATABASE_AWAY'))
      assert.ok(rules.includes(`colis_alerts{kind="${kind}"}`), kind)
  })
})

const hasPrometheus = (() => {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('metrics in Prometheus', { skip: hasPrometheus ? false : 'Prometheus is not installed' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-prometheus-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('its own tool finds no fault in the rules, and they fire when they should', async () => {
    await run('promtool', ['check', 'rules', 'deploy/prometheus/colis.rules.yml'])
    await run('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
    await run('promtool', ['test', 'rules', 'test/prometheus/colis.rules.test.yml'])
  })

  test('it scrapes a service that runs, and a rule fires when it is gone', async (t) => {
    const [metricsPort, promPort] = [await freePort(), await freePort()]
    const colis = await startColis({
      DATABASE_URL: 'memory:',
      DATA_FOLDER: join(folder, 'data'),
      METRICS_PORT: String(metricsPort),
    })
    t.after(() => colis.child.kill('SIGKILL'))
    await colis.ready
    const refused = await startColis({
      DATABASE_URL: 'memory:',
      DATA_FOLDER: join(folder, 'other'),
      METRICS_PORT: String(metricsPort),
    })
    assert.equal(await refused.ended, 1)
    assert.match(refused.stderr(), /set another METRICS_PORT/)

    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const checking = execFile('promtool', ['check', 'metrics'])
    checking.stdin?.end(text)
    let faults = ''
    checking.stderr?.on('data', (chunk) => {
      faults += chunk
    })
    checking.stdout?.on('data', (chunk) => {
      faults += chunk
    })
    await once(checking, 'close')
    assert.equal(faults.replace(/^nodejs_.*\n/gm, ''), '')

    const config = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
      .replaceAll('15s', '1s')
      .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
    const rules = readFileSync('deploy/prometheus/colis.rules.yml', 'utf8').replace(/for: \w+/g, 'for: 0s')
    writeFileSync(join(folder, 'prometheus.yml'), config)
    writeFileSync(join(folder, 'colis.rules.yml'), rules)
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${promPort}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    )
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${promPort}/api/v1/${path}`).catch(() => undefined)
      return answer?.ok ? ((await answer.json()) as { data: never }).data : undefined
    }
    const firing = async () => {
      const { alerts = [] } = ((await ask('alerts')) ?? {}) as {
        alerts?: { state: string; labels: { alertname: string } }[]
      }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    }
    try {
      await until(async () => {
        const query = encodeURIComponent('colis_figures_read == 1')
        const { result = [] } = ((await ask(`query?query=${query}`)) ?? {}) as { result?: unknown[] }
        return result.length === 1
      }, 'Prometheus to have the metrics')
      await until(async () => (await firing()).length === 0, 'nothing to be wrong')
      colis.child.kill('SIGKILL')
      await until(async () => (await firing()).includes('ColisDown'), 'the rule to fire')
    } finally {
      prometheus.kill('SIGTERM')
      colis.child.kill('SIGKILL')
      await Promise.all([once(prometheus, 'close'), colis.ended])
    }
  })
})
