import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { messageOf, messageWork } from './support/message-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { openWhatsAppServer, refuses, type WhatsAppServer } from './support/whatsapp-server.ts'

let whatsApp: WhatsAppServer
let service: TestService
let key: DeliveryKey
let id: string
before(async () => {
  whatsApp = await openWhatsAppServer()
  service = await openService(await openAny(), whatsApp.env)
  const shop = await service.openShop()
  await bringTo(service, shop, 'AWAITING_LOCATION')
  await messageWork(service).once()
  whatsApp.answering = refuses(400, 131026)
  key = await bringTo(service, shop, 'AWAITING_LOCATION')
  await messageWork(service).once()
  id = (await messageOf(service, key, 'POSITION_LINK')).id
})
after(async () => {
  await whatsApp.close()
  await service.close()
})

const run = (...argv: string[]) =>
  runCommandLine(['messages', ...argv], { services: async () => service.services, folder: process.cwd() })

test('messages list shows the outcome of the messages of a delivery, and nothing of their text', async () => {
  const { stdout, stderr, exitCode } = await run('list', '--delivery', key.id, '--json')
  assert.deepEqual([stderr, exitCode], ['', 0])
  assert.deepEqual(JSON.parse(stdout), {
    messages: [
      {
        messageId: id,
        kind: 'POSITION_LINK',
        deliveryId: key.id,
        courierId: null,
        shopId: key.shopId,
        state: 'FAILED',
        attempts: 1,
        channel: 'WHATSAPP',
        recipient: null,
        providerStatus: null,
        lastFailure: 'WHATSAPP_131026',
        passedOnFor: null,
        createdAt: testStart,
        sentAt: null,
        dueAt: null,
      },
    ],
  })
})

test('messages list also finds a delivery by its reference, and reports an unknown one', async () => {
  const { reference } = await rowOf(service, key)
  const byReference = await run('list', '--delivery', reference.toLowerCase())
  assert.deepEqual(byReference, await run('list', '--delivery', key.id))
  assert.match(byReference.stdout, new RegExp(`^.*${id}\n$`))
  for (const unknown of ['COL-000000', id]) {
    assert.deepEqual(await run('list', '--delivery', unknown), {
      stdout: '',
      stderr: `There is no delivery ${unknown}.\n`,
      exitCode: 1,
    })
  }
})

test('messages list prints one line for each message of all deliveries, up to --limit', async () => {
  const { stdout } = await run('list')
  const lines = stdout.trim().split('\n')
  assert.deepEqual(lines.map((line) => /POSITION_LINK [A-Z]+/.exec(line)?.[0]).sort(), [
    'POSITION_LINK FAILED',
    'POSITION_LINK SENT',
  ])
  assert.ok(lines.includes(`${testStart}  POSITION_LINK FAILED  WHATSAPP_131026  ${id}`))
  assert.ok(lines.some((line) => line.includes('  to +2290197000001 by WHATSAPP  ')))
  assert.equal((await run('list', '--limit', '1')).stdout.trim().split('\n').length, 1)
})

test('messages list prints "No message." for a delivery without any', async () => {
  const quiet = await bringTo(service, await service.openShop(), 'AWAITING_LOCATION')
  assert.equal((await run('list', '--delivery', quiet.id)).stdout, 'No message.\n')
})

test('messages resend makes a message due at once', async () => {
  assert.deepEqual(await run('resend', '--id', id), {
    stdout: 'It is sent again.\n',
    stderr: '',
    exitCode: 0,
  })
  const { stdout } = await run('list', '--delivery', key.id, '--json')
  const [{ state, attempts, dueAt }] = JSON.parse(stdout).messages
  assert.deepEqual([state, attempts, dueAt], ['PENDING', 0, testStart])
})

test('messages resend refuses an unknown id, and text that is not an id', async () => {
  const unknown = '0198c0de-0000-7000-8000-000000000000'
  assert.deepEqual(await run('resend', '--id', unknown), {
    stdout: '',
    stderr: `There is no message ${unknown}.\n`,
    exitCode: 1,
  })
  assert.equal((await run('resend', '--id', 'x')).exitCode, 1)
})
