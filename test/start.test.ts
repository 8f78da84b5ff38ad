import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type ColisProcess, inheritedEnv, runColis, startColis } from './support/colis-process.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'colis-start-'))
const data = join(folder, 'data')
const env = { DATABASE_URL: `file:${data}` }
const cli = 'src/cli/colis.ts'
const keyForm = /colis_live_[0-9A-Za-z]{38}/
const lacksCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed here'

let first: ColisProcess
let key: string

before(async () => {
  first = await startColis(env)
  await first.ready
  key = keyForm.exec(first.stdout())?.[0] ?? ''
})
after(async () => {
  first.child.kill('SIGKILL')
  await first.ended
  rmSync(folder, { recursive: true, force: true })
})

test('the first start prints a key and the addresses, and finally that it is ready', () => {
  assert.match(key, keyForm)
  assert.match(first.stdout(), /every key begins with colis_live_, here too\.\n/)
  assert.equal(
    first.stdout().match(new RegExp(keyForm, 'g'))?.length,
    2,
    'the key, and the key in the curl line',
  )
  assert.ok(first.stdout().includes(`${first.url}/api/v1/partner\n`))
  assert.ok(first.stdout().includes(`${first.url}/docs\n`))
  assert.ok(first.stdout().includes(`${first.url}/courier\n`))
  assert.ok(first.stdout().endsWith(`\nColis sandbox ready on ${first.url}\n`))
})

test('the curl command that is printed works when it is pasted', { skip: lacksCurl }, async () => {
  const line = /^curl [\s\S]*?'$(?=\n\n)/m.exec(first.stdout())?.[0] ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', line])
  assert.equal(JSON.parse(stdout).toZone, 'Fidjrossè')
})

test('the demo takes a delivery from its creation to the hand-over', async () => {
  const { code, stdout, stderr } = await runColis({ ...env, PORT: new URL(first.url).port }, [cli, 'demo'])
  assert.equal(code, 0, stderr)
  assert.match(stdout, new RegExp(`^ {3}The customer's own page, .*: ${first.url}/p/[\\w-]{64}$`, 'm'))
  assert.match(stdout, /^ {3}DELIVERED /m)
  assert.match(stdout, /4\. Its history\.\n( {3}\S+Z {2}[A-Z_]+\n){5}$/)
})

test('the demo finds the running sandbox by itself, whatever port it has', async () => {
  const { code, stdout, stderr } = await runColis(env, [cli, 'demo'])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^ {3}DELIVERED /m)
})

test('a second process on the same data folder is refused', async () => {
  const { code, stdout, stderr } = await runColis(env, ['src/main.ts'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    new RegExp(
      `^The data folder ${data} is in use by process ${first.child.pid}\\. Stop it first, or use another DATABASE_URL\\.\n$`,
    ),
  )
})

test('colis migrate runs in the process that holds the data folder', async () => {
  const { code, stdout, stderr } = await runColis(env, [cli, 'migrate', '--json'])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.deepEqual(JSON.parse(stdout), { applied: [], unknown: [] })
})

test('stopping the service finishes its requests and leaves nothing behind, and the next start continues', async () => {
  const slow = slowQuote(first.url, key)
  await slow.isUnderWay
  first.child.kill('SIGINT')
  slow.finish()
  assert.equal((await slow.answer).status, 200)
  assert.equal(await first.ended, 0)
  assert.equal(existsSync(join(data, 'lock')), false)
  assert.equal(existsSync(join(data, 'colis.sock')), false)
  assert.equal(existsSync(join(data, 'address')), false)

  first = await startColis(env)
  await first.ready
  assert.doesNotMatch(first.stdout(), keyForm)
  const listed = await fetch(`${first.url}/api/v1/partner/deliveries`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(listed.status, 200)
  assert.equal(((await listed.json()) as { total: number }).total, 2)
})

test('SIGTERM stops the service as Ctrl-C does', async () => {
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
})

test('stopping npm stops the service it started', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start', '--silent'], {
    env: { ...inheritedEnv(), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npm, 'exit')
  // Its output is not read from here on, which must not block it either.
  for await (const chunk of npm.stdout) if (/ ready on /.test(String(chunk))) break
  npm.kill('SIGTERM')
  await ended
  const answers = () => fetch(`http://127.0.0.1:${port}/health/live`).then(Boolean, () => false)
  await until(async () => !(await answers()), 'the end of the service')
  await until(async () => !existsSync(join(data, 'lock')), 'the folder is free')
})

test('a start that cannot listen shows no key; the next one that can shows it, and no other', async (t) => {
  const fresh = { DATABASE_URL: `file:${join(folder, 'fresh')}` }
  const refused = await runColis({ ...fresh, HOST: 'nosuch.invalid' }, ['src/main.ts'])
  assert.equal(refused.code, 1)
  assert.doesNotMatch(refused.stdout, keyForm)
  assert.match(
    refused.stderr,
    /^Nothing can listen on nosuch\.invalid:\d+ \(\w+\): set another HOST or PORT\.\n$/,
  )

  const shown: (string | undefined)[] = []
  for (const _ of ['next', 'after that']) {
    const start = await startColis(fresh)
    t.after(() => start.child.kill('SIGKILL'))
    await start.ready
    shown.push(keyForm.exec(start.stdout())?.[0])
    if (shown[0]) assert.equal(await statusWith(start.url, shown[0]), 200)
    start.child.kill('SIGTERM')
    await start.ended
  }
  assert.match(shown[0] ?? '', keyForm)
  assert.equal(shown[1], undefined)
})

test('a port that another process has is seen before anything is made, by a process that works alone too', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const port = String((other.address() as { port: number }).port)
  const untouched = join(folder, 'untouched')
  const { code, stdout, stderr } = await runColis({ DATABASE_URL: `file:${untouched}`, PORT: port }, [
    'src/main.ts',
  ])
  assert.deepEqual([code, stdout], [1, ''])
  assert.equal(
    stderr,
    `Another process listens on 127.0.0.1:${port} already: stop it, or set another PORT.\n`,
  )
  assert.equal(existsSync(untouched), false)
})

test('an invalid bucket, and a file in place of a folder, are each reported in one sentence', async () => {
  const bucket = await runColis({ DATABASE_URL: 'memory:', PHOTO_BUCKET_URL: 'https://s3.example.com' }, [
    'src/main.ts',
  ])
  assert.match(bucket.stderr, /^The settings have a fault:\n {2}- PHOTO_BUCKET_URL must read .*\n$/)
  assert.doesNotMatch(bucket.stdout, keyForm)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const taken = await runColis({ DATABASE_URL: `file:${file}` }, ['src/main.ts'])
  assert.equal(
    taken.stderr,
    `${file} cannot be used as a folder for data (EEXIST). Check DATABASE_URL and DATA_FOLDER.\n`,
  )
})

test('the demo explains what to do when no sandbox responds', async () => {
  const { code, stderr } = await runColis(env, [cli, 'demo'])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^Nothing answers on http:\/\/127\.0\.0\.1:\d+\. Start the sandbox first, in another terminal: npm start\n$/,
  )
})

test('invalid settings stop the start, and every fault is reported at once', async () => {
  const bad = { ...env, ENVIRONMENT: 'staging', DATABSE_URL: 'x', RATE_LIMIT_PER_SECOND: 'many' }
  const { code, stderr } = await runColis(bad, ['src/main.ts'])
  assert.equal(code, 1)
  assert.equal(
    stderr,
    [
      'The settings have faults:',
      '  - DATABSE_URL is not a setting; did you mean DATABASE_URL?',
      '  - ENVIRONMENT must be one of sandbox, production',
      '  - RATE_LIMIT_PER_SECOND must be a whole number from 0 to 1000000',
      '',
    ].join('\n'),
  )
})

test('production does not start with the demo or without its secrets', async () => {
  const { code, stderr } = await runColis({ ...env, ENVIRONMENT: 'production', SEED_DEMO: 'true' }, [
    'src/main.ts',
  ])
  assert.equal(code, 1)
  for (const name of ['SEED_DEMO', 'SECRETS_KEY', 'PUBLIC_URL'])
    assert.match(stderr, new RegExp(`^ {2}- ${name} `, 'm'))
})

test('production does not start on settings that open it to others, and says what to set', async () => {
  const { code, stderr } = await runColis(
    {
      ...env,
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'http://colis.test',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      TRUST_PROXY: '0.0.0.0/0',
      WEBHOOK_ALLOW_RANGES: '0.0.0.0/0',
    },
    ['src/main.ts'],
  )
  assert.equal(code, 1)
  assert.deepEqual(stderr.match(/^ {2}- \w+/gm), [
    '  - PUBLIC_URL',
    '  - SECRETS_KEY',
    '  - TRUST_PROXY',
    '  - WEBHOOK_ALLOW_RANGES',
  ])
})

test('production warns about an address without TLS and an embedded database, and alerts to a key of the demo', async () => {
  const production = {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'http://127.0.0.1:1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  }
  const started = await startColis({ ...env, ...production })
  await started.ready
  started.child.kill('SIGTERM')
  await started.ended
  const lines = started.stdout().split('\n')
  const emitted = lines.find((line) => line.includes('an API key of the demo is valid in production'))
  const { level, keyIds } = JSON.parse(emitted ?? '{}')
  assert.deepEqual([level, keyIds.length], [50, 1])
  for (const warning of ['PUBLIC_URL is http: ', 'the embedded database does not survive a power cut: '])
    assert.equal(JSON.parse(lines.find((line) => line.includes(warning)) ?? '{}').level, 40, warning)
})

test('a database server that cannot be reached is reported in one sentence', async () => {
  const { code, stderr } = await runColis({ DATABASE_URL: 'postgres://colis@127.0.0.1:1/colis' }, [
    'src/main.ts',
  ])
  assert.equal(code, 1)
  assert.match(stderr, /^The database cannot be reached: .*Check DATABASE_URL\.\n$/)
})

const older = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 24) < 24
})

test('an older version of Node.js is refused with the version that is required', {
  skip: older ? false : 'no older Node is installed here',
}, () => {
  const { status, stderr } = spawnSync(older ?? '', ['--import', './src/node-version.js', 'src/main.ts'], {
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /^Colis runs on Node\.js 24 or newer; this is Node\.js \d+/)
})

const statusWith = async (url: string, apiKey: string) =>
  (await fetch(`${url}/api/v1/partner/zones`, { headers: { authorization: `Bearer ${apiKey}` } })).status

/** A quote whose body is held back until `finish`: the request is under way meanwhile. */
function slowQuote(url: string, apiKey: string) {
  const body = JSON.stringify({ parcelSize: 'SMALL', paymentMode: 'PREPAID' })
  const underWay = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ status: number | undefined }>()
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    expect: '100-continue',
  }
  const call = request(
    `${url}/api/v1/partner/quotes`,
    { method: 'POST', headers, agent: false },
    (response) => {
      response.resume().once('end', () => answer.resolve({ status: response.statusCode }))
    },
  )
  call.once('continue', () => underWay.resolve()).once('error', answer.reject)
  call.flushHeaders()
  return { isUnderWay: underWay.promise, finish: () => call.end(body), answer: answer.promise }
}
