import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startColis } from './support/colis-process.ts'
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)

const has = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const folder = mkdtempSync(join(tmpdir(), 'colis-deploy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const hasSystemd = has('systemd-analyze') ? false : 'systemd is not installed'
describe('the units of systemd', { skip: hasSystemd }, () => {
  for (const [unit, command] of [
    ['colis-serve.service', ['serve', '--no-work']],
    ['colis-work.service', ['work']],
  ] as const) {
    const text = readFileSync(`deploy/systemd/${unit}`, 'utf8')

    test(`${unit} is understood, and leaves it nothing but its data`, async () => {
      const here = join(folder, unit)
      const own = text
        .replaceAll('/opt/colis', process.cwd())
        .replace('User=colis', 'User=daemon')
        .replace('Group=colis', 'Group=daemon')
      writeFileSync(here, own)
      const { stderr } = await run('systemd-analyze', ['verify', '--man=no', here])
      assert.equal(stderr, '')
      const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', here])
      assert.match(stdout, /Overall exposure level for colis-\w+\.service: 1\.\d OK/)
    })

    test(`${unit} starts what npm starts`, () => {
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
        scripts: Record<string, string>
      }
      const started = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(text)?.[1]?.replace(/\s*\\\n\s*/g, ' ')
      const options = scripts.colis?.replace('node ', '').replace('--wasm-num-compilation-tasks=1 ', '')
      assert.equal(started, `/opt/colis/node_modules/.bin/node ${options} ${command.join(' ')}`)
    })
  }
})

describe('behind Caddy', { skip: has('caddy') ? false : 'Caddy is not installed' }, () => {
  test('requests reach the process that is ready, with an id of their own, and streams are passed on', async (t) => {
    const [port, proxyPort] = [await freePort(), await freePort()]
    const settings = {
      DATABASE_URL: 'memory:',
      DATA_FOLDER: join(folder, 'data'),
      ACCESS_LOG: 'true',
      TRUST_PROXY: '127.0.0.1/32',
      PORT: String(port),
    }
    const colis = await startColis(settings)
    t.after(() => colis.child.kill('SIGKILL'))
    await colis.ready
    const config = readFileSync('deploy/caddy/Caddyfile', 'utf8')
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${config}`)
    const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        COLIS_DOMAIN: `http://127.0.0.1:${proxyPort}`,
        // One process is there, the other is not: only the first is asked.
        COLIS_UPSTREAMS: `127.0.0.1:${await freePort()} 127.0.0.1:${port}`,
      },
      stdio: 'ignore',
    })
    t.after(() => caddy.kill('SIGKILL'))
    const url = `http://127.0.0.1:${proxyPort}`
    await until(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok === true, 'Caddy')
    for (let time = 0; time < 5; time += 1) assert.equal((await fetch(`${url}/docs/`)).status, 200)
    const answer = await fetch(`${url}/api/v1/partner/zones`)
    assert.equal(answer.status, 401)
    const id = answer.headers.get('x-request-id') ?? ''
    assert.match(id, /^[0-9a-f-]{36}$/)
    await until(() => colis.stdout().includes(`"requestId":"${id}"`), 'the line of the request')

    const key = /colis_live_\w+/.exec(colis.stdout())?.[0] ?? ''
    const stream = await fetch(`${url}/api/v1/partner/sandbox/events`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(60_000),
    })
    assert.equal(stream.status, 200)
    const reader = stream.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    assert.ok((value?.length ?? 0) > 0)
    // Caddy ends once nothing is under way.
    await reader?.cancel()
    caddy.kill('SIGTERM')
    await once(caddy, 'close')
  })
})
