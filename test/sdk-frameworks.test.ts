import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { findReceiver } from '../sdk/typescript/src/cli/grading/find-receiver.ts'
import { gradeReceiver } from '../sdk/typescript/src/cli/grading/grade-receiver.ts'
import { signedHeaders } from '../sdk/typescript/src/cli/sign-event.ts'
import { systemClock } from '../src/base/kernel/clock.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'
import { startReceiver } from './support/receiver-process.ts'
import { nodeOf } from './support/sdk-runtimes.ts'
import { until } from './support/until.ts'

/** The helpers for webhooks, each in a server of the real framework. */
const folder = mkdtempSync(join(tmpdir(), 'colis-frameworks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const tools = resolve(clientsFolder, 'node_modules')
const python = resolve(clientsFolder, '.venv/bin/python')

/** A shop's project in which the client and Express are installed; `version` is the folder of the latter. */
function shopWith(version: 'express' | 'express4'): string {
  const shop = join(folder, version)
  mkdirSync(join(shop, 'node_modules/@colis'), { recursive: true })
  symlinkSync(resolve('sdk/typescript'), join(shop, 'node_modules/@colis/sdk'))
  symlinkSync(join(tools, version), join(shop, 'node_modules/express'))
  for (const types of ['@types', 'undici-types'])
    symlinkSync(join(tools, types), join(shop, 'node_modules', types))
  writeFileSync(join(shop, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(join(shop, 'receiver.cjs'), requiringReceiver)
  writeFileSync(join(shop, 'parsed-first.cjs'), parsingReceiver)
  return shop
}

/** The example as a program that requires its packages writes it; here the raw body is read by Express. */
const requiringReceiver = `
const { expressWebhook } = require('@colis/sdk/express')
const express = require('express')
const app = express()
app.use(express.raw({ type: '*/*', limit: '200kb' }))
const onEvent = async (event) => console.log(event.type + ' ' + (event.data.reference ?? ''))
app.post('/hook', expressWebhook({ secret: process.env.WEBHOOK_SECRET, onEvent }))
app.listen(Number(process.env.PORT), '127.0.0.1')
`

/** A mistake that is easily made. */
const parsingReceiver = `
const { expressWebhook } = require('@colis/sdk/express')
const express = require('express')
const app = express()
app.use(express.json())
app.post('/hook', expressWebhook({ secret: process.env.WEBHOOK_SECRET, onEvent: () => {} }))
app.use((error, request, response, next) => response.status(500).json({ error: error.message }))
app.listen(Number(process.env.PORT), '127.0.0.1')
`

type Framework = {
  name: string
  skip: string | false
  command(port: number): string[]
  env?: Record<string, string>
}

const ofExpress = whyWithout('npm') || lacks(join(tools, 'express/package.json'))
const ofPython = (module: string): string | false =>
  whyWithout('pip') ||
  (spawnSync(python, ['-c', `import ${module}`]).status === 0 ? false : `${module} is not installed in .venv`)
const ofLaravel = lacks('/usr/share/php/Illuminate/Routing/autoload.php')

const frameworks: Framework[] = [
  {
    name: 'Express 5, which leaves the body to the helper',
    skip: ofExpress,
    command: () => [process.execPath, linkedExample()],
  },
  {
    name: 'Express 4 by require on Node.js 18, which reads the raw body',
    skip: ofExpress || lacks(nodeOf(18)),
    command: () => [nodeOf(18), join(shopOf('express4'), 'receiver.cjs')],
  },
  {
    name: 'Flask',
    skip: ofPython('flask'),
    command: () => [python, resolve('sdk/python/examples/receive_with_flask.py')],
    env: { PYTHONPATH: resolve('sdk/python/src') },
  },
  {
    name: 'FastAPI',
    skip: ofPython('fastapi, uvicorn'),
    command: () => [python, resolve('sdk/python/examples/receive_with_fastapi.py')],
    env: { PYTHONPATH: resolve('sdk/python/src') },
  },
  {
    name: 'Laravel',
    skip: ofLaravel,
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, resolve('test/support/laravel-receiver.php')],
  },
]

const shops = new Map<string, string>()
function shopOf(version: 'express' | 'express4'): string {
  const shop = shops.get(version) ?? shopWith(version)
  shops.set(version, shop)
  return shop
}

/** The example of the client, in a project of its own. */
function linkedExample(): string {
  const shop = shopOf('express')
  const example = join(shop, 'receiver.mjs')
  cpSync('sdk/typescript/examples/receive-with-express.js', example)
  return example
}

for (const { name, skip, command, env = {} } of frameworks)
  describe(`webhooks in ${name}`, { skip }, () => {
    const start = (t: TestContext) =>
      startReceiver(t, command, { folder, env: { ...env, WEBHOOK_SECRET: secret } })

    test(`a receiver passes every check (${name})`, async (t) => {
      const receiver = await start(t)
      const found = await findReceiver(receiver.url)
      assert.ok(found)
      const grades = await gradeReceiver({
        receiver: found,
        secret,
        clock: systemClock,
        times: { pauseMs: 20 },
      })
      assert.deepEqual(
        grades.filter(({ verdict }) => verdict !== 'PASS').map(({ id, seen }) => [id, seen?.en]),
        [],
      )
    })

    test(`the view has the event, and each refusal its status (${name})`, async (t) => {
      const receiver = await start(t)
      const body = JSON.stringify({ id: 'E1', type: 'delivery.created', data: { reference: 'COL-7K2M9Q' } })
      const now = Math.floor(Date.now() / 1000)
      const signed = (text: string, seconds = now, key = secret) =>
        signedHeaders({ id: 'E1', type: 'delivery.created', body: text }, [key], seconds)
      const { 'svc-signature': _, ...unsigned } = signed(body)
      const statuses = []
      for (const [headers, text] of [
        [signed(body), body],
        [signed(body), `${body} `],
        [signed(body, now, `${secret}=`), body],
        [signed(body, now - 301), body],
        [signed(body, now + 310), body],
        [{ ...unsigned, 'svc-signature': `t=${now}` }, body],
        [{ ...unsigned, 'svc-signature': 'v1=00' }, body],
        [unsigned, body],
        [signed('<event/>'), '<event/>'],
      ] as const)
        statuses.push(await statusOf(receiver.url, headers, text))
      assert.deepEqual(statuses, [204, 401, 401, 401, 401, 401, 400, 400, 400])
      await until(() => receiver.stdout().includes('delivery.created COL-7K2M9Q\n'), 'the event')
      assert.equal(receiver.stdout().match(/COL-7K2M9Q/g)?.length, 1)
    })
  })

test('a server with Express that parses bodies first is told what to do', { skip: ofExpress }, async (t) => {
  const program = [process.execPath, join(shopOf('express'), 'parsed-first.cjs')]
  const receiver = await startReceiver(t, () => program, { folder, env: { WEBHOOK_SECRET: secret } })
  const body = '{"id":"E1","type":"ping","data":{}}'
  const headers = signedHeaders({ id: 'E1', type: 'ping', body }, [secret], Math.floor(Date.now() / 1000))
  const response = await fetch(receiver.url, { method: 'POST', headers, body })
  assert.deepEqual(
    [response.status, await response.json()],
    [
      500,
      {
        error: 'The raw body is gone: put expressWebhook before express.json(), or express.raw() before it.',
      },
    ],
  )
})

test('what handles webhooks is a handler of Express for a compiler too, imported or required', {
  skip: ofExpress,
}, () => {
  const shop = shopOf('express')
  const use = `
const app = express()
app.post('/hook', expressWebhook({
  secret: 'whsec_x',
  onEvent: async (event, request) => { const name: string = event.type; console.log(name, request.headers['svc-event']) },
}))`
  writeFileSync(
    join(shop, 'typed.mts'),
    `import express from 'express'\nimport { expressWebhook } from '@colis/sdk/express'\n${use}`,
  )
  writeFileSync(
    join(shop, 'typed.cts'),
    `import express = require('express')\nimport { expressWebhook } from '@colis/sdk/express'
import { Colis, ConflictError, type ColisErrorCode } from '@colis/sdk'
const code: ColisErrorCode = 'EXTERNAL_REF_TAKEN'\nconsole.log(Colis, ConflictError, code)\n${use}`,
  )
  const { status, stdout } = spawnSync(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    ...[
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ],
    ...['--types', 'node', join(shop, 'typed.mts'), join(shop, 'typed.cts')],
  ])
  assert.equal(status, 0, String(stdout))
})

async function statusOf(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: { ...headers, connection: 'close' }, body })
  await response.arrayBuffer()
  return response.status
}

function lacks(path: string): string | false {
  return existsSync(path) ? false : `${path} is not installed here`
}
