import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { svcSignature } from '../src/domain/webhooks/sending/webhook-signature.ts'
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' }
import { codeOf, fileOf, type GuideReceiver, guideReceivers, lacks } from './support/guide-receivers.ts'
import { startReceiver } from './support/receiver-process.ts'
import { until } from './support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'colis-receivers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const cases = JSON.stringify(vectors.cases)
const expected = vectors.cases.map(({ refusal }) => refusal === null)

test('the Python receiver in the guide accepts and refuses what the test vectors require', {
  skip: lacks('python3'),
}, () => {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(dirname(fileOf('python', 'receiver.py', folder)))})
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

for (const { language, command, skip } of guideReceivers) {
  test(`the ${language} receiver in the guide accepts only signed requests, and survives a client that disconnects`, {
    skip,
  }, async (t) => {
    const receiver = await start(t, command, { WEBHOOK_SECRET: vectors.secret })

    assert.ok(isTaken(await receiver.status(vectors.secret)))
    for (const forged of ['', 'whsec_', `${vectors.secret}=`])
      assert.equal(await receiver.status(forged), 400)
    await receiver.breakOff()
    assert.ok(isTaken(await receiver.status(vectors.secret)))
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
      const receiver = await start(t, command, env)

      if (!receiver.ended())
        assert.equal(await receiver.status('WEBHOOK_SECRET' in env ? env.WEBHOOK_SECRET : ''), 500)
      await until(() => /Set WEBHOOK_SECRET to your signing secret/.test(receiver.stderr()), 'the reason')
    })
  }
}

const isTaken = (status: number) => status >= 200 && status < 300

/** What makes the work of each receiver never end: what happened before it can be seen. */
const endless: Record<string, { before: string; wait: string }> = {
  ts: {
    before: '    const event = JSON.parse',
    wait: '    await new Promise(() => {})\n',
  },
  php: {
    before: '    $event = json_decode',
    wait: '    while (true) usleep(5000);\n',
  },
  python: {
    before: '        event = json.loads((FOLDER',
    wait: '        threading.Event().wait()\n',
  },
}

for (const { language, command, skip } of guideReceivers) {
  const id = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
  const body = JSON.stringify({
    id,
    type: 'delivery.created',
    data: { reference: 'COL-É', status: 'ASSIGNED' },
  })

  test(`the ${language} receiver in the guide stores an event, answers, then works, and a crash after the answer loses nothing`, {
    skip,
  }, async (t) => {
    const events = join(mkdtempSync(join(folder, 'crash-')), 'events')
    const env = { WEBHOOK_SECRET: vectors.secret, EVENTS_FOLDER: events }
    const slow: typeof command = (port, folder) => {
      const words = command(port, folder)
      const file = words.at(-1) ?? ''
      const { before = '', wait = '' } =
        endless[language === 'TypeScript' ? 'ts' : language.toLowerCase()] ?? {}
      const code = readFileSync(file, 'utf8')
      assert.equal(code.split(before).length, 2)
      writeFileSync(
        file,
        code.replace(before, () => `${wait}${before}`),
      )
      return words
    }
    const receiver = await start(t, slow, env)

    assert.ok(isTaken(await receiver.status(vectors.secret, body)), 'it answers while its work goes on')
    assert.equal(readFileSync(join(events, `${id}.json`), 'utf8'), body)
    assert.equal(existsSync(join(events, `${id}.done`)), false)
    await receiver.crash()

    const restarted = await start(t, command, env)
    if (language === 'PHP') {
      const old = new Date(Date.now() - 120_000)
      utimesSync(join(events, `${id}.json`), old, old)
      const file = command(0, folder).at(-1) ?? ''
      execFileSync('php', [file], { env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'pipe' })
    }
    await until(() => existsSync(join(events, `${id}.done`)), 'the work that the crash cut off')
    assert.ok(isTaken(await restarted.status(vectors.secret, body)))
    assert.deepEqual(globSync('*.draft', { cwd: events }), [])
  })
}

/** The folder in which the TypeScript receiver was compiled with the command of its page. */
function compiled(): string {
  const place = mkdtempSync(join(folder, 'compiled-'))
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'))
  fileOf('ts', 'receiver.ts', place)
  const [, options = ''] = /^npx tsc (.*)$/m.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
  assert.match(options, /--strict/)
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options.split(' ')], {
    cwd: place,
    stdio: 'pipe',
  })
  return place
}

test('the TypeScript receiver in the guide, compiled as its page says, accepts and refuses what the test vectors require', () => {
  const program = `
    import('./receiver.js').then(({ isSigned }) => {
      const cases = ${cases}
      console.log(JSON.stringify(cases.map((c) => isSigned(c.header ?? '', Buffer.from(c.body), c.secret ?? '${vectors.secret}', c.now))))
      process.exit()
    })`
  const env = { WEBHOOK_SECRET: vectors.secret, PORT: '0' }
  const output = execFileSync(process.execPath, ['-e', program], { cwd: compiled(), env, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(output), expected)
})

/** A Node.js of version 20 that is installed beside the one that runs the tests. */
const node20 = ['/usr/bin/node', '/usr/local/bin/node'].find((program) =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'),
)

test('the TypeScript receiver in the guide, compiled as its page says, runs on Node.js 20', {
  skip: node20 ? false : 'Node.js 20 is not installed here',
}, async (t) => {
  const file = join(compiled(), 'receiver.js')
  const receiver = await start(t, () => [node20 ?? '', file], { WEBHOOK_SECRET: vectors.secret })
  assert.equal(await receiver.status(vectors.secret), 204)
  assert.equal(await receiver.status('whsec_other'), 400)
})

/** A receiver of the guide, and what a test does to it. */
async function start(t: TestContext, command: GuideReceiver['command'], env: Record<string, string>) {
  const { port, ...receiver } = await startReceiver(t, (port) => command(port, folder), {
    folder,
    env: { EVENTS_FOLDER: mkdtempSync(join(folder, 'events-')), ...env },
  })
  return {
    ...receiver,
    /** The status it returns for an event signed with a key. */
    status: async (key: string, body = JSON.stringify({ id: 'E', type: 'ping', data: {} })) => {
      const t = Math.floor(Date.now() / 1000)
      const response = await fetch(receiver.url, {
        method: 'POST',
        headers: { 'svc-signature': `t=${t},v1=${svcSignature(key, t, body)}`, connection: 'close' },
        body,
        signal: AbortSignal.timeout(120_000),
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
