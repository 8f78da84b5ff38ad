import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' }
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts'

const secretMissing = {
  name: 'TypeError',
  message: 'The signing secret is missing, or is not the whole text that begins with whsec_.',
}

for (const { what, header, body, now, refusal, secret = vectors.secret } of vectors.cases) {
  const request = { header: header ?? undefined, body, secret, now: new Date(now * 1000) }

  test(`a request ${what} is ${refusal ? `refused: ${refusal}` : 'accepted'} (spec 6.4)`, () => {
    if (refusal === null) verifyWebhook(request)
    else if (refusal === 'SECRET_MISSING') assert.throws(() => verifyWebhook(request), secretMissing)
    else assert.throws(() => verifyWebhook(request), new WebhookRefused(refusal as WebhookRefused['reason']))
  })
}

test('the body of a request may be given as bytes', () => {
  const [first] = vectors.cases
  assert.ok(first?.header)
  verifyWebhook({
    header: first.header,
    body: Buffer.from(first.body),
    secret: vectors.secret,
    now: new Date(first.now * 1000),
  })
})

test('a missing or malformed secret throws an error, and nothing is verified', () => {
  const [first] = vectors.cases
  assert.ok(first?.header)
  const request = { header: first.header, body: first.body, now: new Date(first.now * 1000) }
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
    assert.throws(() => verifyWebhook({ ...request, secret: secret as string }), secretMissing)
})

test('several signing secrets may be valid at once', () => {
  const [first] = vectors.cases
  assert.ok(first?.header)
  const secret = ['whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=', vectors.secret]
  verifyWebhook({ header: first.header, body: first.body, secret, now: new Date(first.now * 1000) })
})
