import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { svcSignature } from '../src/domain/webhooks/sending/webhook-signature.ts'
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' }
import { freePort } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

const guide = readFileSync('docs/partner-guide.md', 'utf8')

/** The code block of a language in the partner guide. */
function codeOf(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? ''
}

const folder = mkdtempSync(join(tmpdir(), 'colis-receivers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The path of the code block of a language, pasted into a file beside what the SDK gives. */
function fileOf(language: string, name: string): string {
  copyFileSync('sdk/verify-webhook.ts', join(folder, 'verify-webhook.ts'))
  writeFileSync(join(folder, name), codeOf(language))
  return join(folder, name)
}

const lacks = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`

const cases = JSON.stringify(vectors.cases)
const expected = vectors.cases.map(({ refusal }) => refusal === null)

test('the Python receiver in the guide accepts and refuses what the test vectors require', {
  skip: lacks('python3'),
}, () => {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(dirname(fileOf('python', 'receiver.py')))})
from receiver import verify_webhook
cases = json.loads(sys.stdin.read())
secret = ${JSON.stringify(vectors.secret)}
print(json.dumps([verify_webhook(c["header"], c["body"].encode(), c.get("secret", secret), c["now"]) for c in cases]))
`
  assert.deepEqual(
    JSON.parse(execFileSync('python3', ['-c', program], { input: cases, encoding: 'utf8' })),
    expected,
  )
})

test('the PHP receiver in the guide accepts and refuses what the test vectors require', {
  skip: lacks('php'),
}, () => {
  const program = `${codeOf('php').replace('<?php', '')}
$cases = json_decode(stream_get_contents(STDIN), true);
$secret = ${JSON.stringify(vectors.secret)};
echo json_encode(array_map(fn ($c) => verify_webhook($c['header'], $c['body'], $c['secret'] ?? $secret, $c['now']), $cases));
`
  assert.deepEqual(
    JSON.parse(execFileSync('php', ['-r', program], { input: cases, encoding: 'utf8' })),
    expected,
  )
})

type Recipe = { language: string; command: (port: number) => string[]; skip: false | string }
const recipes: Recipe[] = [
  { language: 'TypeScript', command: () => [process.execPath, fileOf('ts', 'receiver.ts')], skip: false },
  {
    language: 'PHP',
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, fileOf('php', 'receiver.php')],
    skip: lacks('php'),
  },
  { language: 'Python', command: () => ['python3', fileOf('python', 'receiver.py')], skip: lacks('python3') },
]

for (const { language, command, skip } of recipes) {
  test(`the ${language} receiver in the guide accepts only signed requests, and survives a client that disconnects`, {
    skip,
  }, async (t) => {
    const receiver = await startReceiver(t, command, { WEBHOOK_SECRET: vectors.secret })

    assert.equal(await receiver.status(vectors.secret), 204)
    for (const forged of ['', 'whsec_', `${vectors.secret}=`])
      assert.equal(await receiver.status(forged), 400)
    await receiver.breakOff()
    assert.equal(await receiver.status(vectors.secret), 204)
    assert.equal(receiver.ended(), false)
  })

  for (const [what, env] of [
    ['is not set', {}],
    ['is empty', { WEBHOOK_SECRET: '' }],
    ['is not a signing secret', { WEBHOOK_SECRET: 'change-me' }],
  ] as const) {
    test(`the ${language} receiver in the guide accepts nothing when WEBHOOK_SECRET ${what}`, {
      skip,
    }, async (t) => {
      const receiver = await startReceiver(t, command, env)

      if (!receiver.ended())
        assert.equal(await receiver.status('WEBHOOK_SECRET' in env ? env.WEBHOOK_SECRET : ''), 500)
      await until(() => /Set WEBHOOK_SECRET to your signing secret/.test(receiver.stderr()), 'the reason')
    })
  }
}

/** Starts a receiver on a free port; resolves once it can be reached, or has ended. */
async function startReceiver(t: TestContext, command: Recipe['command'], env: Record<string, string>) {
  const port = await freePort()
  const [program = '', ...args] = command(port)
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = () => child.exitCode !== null
  const isReached = async () => {
    const socket = connect(port, '127.0.0.1')
    const reached = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    return reached !== undefined
  }
  await until(async () => ended() || (await isReached()), 'the receiver')
  return {
    ended,
    stderr: () => stderr,
    /** The status it returns for an event signed with a key. */
    status: async (key: string) => {
      const t = Math.floor(Date.now() / 1000)
      const body = JSON.stringify({ id: 'E', type: 'ping', data: {} })
      const response = await fetch(`http://127.0.0.1:${port}/hook`, {
        method: 'POST',
        headers: { 'svc-signature': `t=${t},v1=${svcSignature(key, t, body)}`, connection: 'close' },
        body,
      })
      return response.status
    },
    /** Announces more than is sent, and goes away. */
    breakOff: async () => {
      const socket = connect(port, '127.0.0.1').resume()
      socket.on('error', () => {})
      socket.end('POST /hook HTTP/1.1\r\nHost: receiver\r\nContent-Length: 1000\r\n\r\nabc')
      await once(socket, 'close')
    },
  }
}
