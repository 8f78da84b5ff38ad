import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../vectors/webhook-signatures.json' with { type: 'json' }
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts'

const secretMissing = {
  name: 'TypeError',
  message: 'The signing secret is missing, or is not the whole text that begins with whsec_.',
}
const [first] = vectors.cases
assert.ok(first?.header)
const request = { header: first.header, body: first.body, now: new Date(first.now * 1000) }

test('the body of a request may be given as bytes', async () => {
  const body = Buffer.from(request.body)
  assert.deepEqual(
    await verifyWebhook({ ...request, body, secret: vectors.secret }),
    JSON.parse(request.body),
  )
})

test('a missing or malformed secret throws an error, and nothing is verified', async () => {
  const none: unknown[] = [
    '',
    [],
    [''],
    [vectors.secret, ''],
    undefined,
    null,
    false,
    'whsec_',
    `${vectors.secret}\n`,
  ]
  for (const secret of none)
    await assert.rejects(verifyWebhook({ ...request, secret: secret as string }), secretMissing)
})

test('several signing secrets may be valid at once', async () => {
  const secret = ['whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=', vectors.secret]
  assert.ok(await verifyWebhook({ ...request, secret }))
})

test('a refusal says its reason', async () => {
  const refused = new WebhookRefused('SIGNATURE_MISSING')
  await assert.rejects(verifyWebhook({ ...request, header: 't=1', secret: vectors.secret }), refused)
})
