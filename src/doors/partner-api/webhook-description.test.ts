import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventTypes } from '../../contract/vocabulary.ts'
import { exampleLifecycles } from '../../domain/deliveries/example-delivery.ts'
import { svcSignature } from '../../domain/webhooks/sending/webhook-signature.ts'
import { webhookDescription } from './webhook-description.ts'

type Body = {
  id: string
  type: string
  createdAt: string
  data: { createdAt: string; courierArrivedAt: string | null; payment: { paidAt: string | null } }
}
type Webhook = {
  post: {
    operationId: string
    parameters: { $ref: string }[]
    requestBody: {
      content: { 'application/json': { schema: object; examples: Record<string, { value: Body }> } }
    }
  }
}

const { webhooks, parameters } = webhookDescription() as unknown as {
  webhooks: Record<string, Webhook>
  parameters: Record<string, { name: string; required: boolean; example: string }>
}
const contentOf = (type: string) => {
  const content = webhooks[type]?.post.requestBody.content['application/json']
  const body = content?.examples[type]?.value
  assert.ok(content && body, type)
  return { schema: content.schema, body }
}

test('every event type and the ping are described as webhooks (spec 6.2)', () => {
  assert.deepEqual(Object.keys(webhooks), [...eventTypes, 'ping'])
  assert.equal(webhooks['delivery.picked_up']?.post.operationId, 'onDeliveryPickedUp')
})

test('the headers of a webhook are described, with a signature of the form that is sent (spec 6.3)', () => {
  const names = [
    'Svc-Event',
    'Svc-Event-Id',
    'Svc-Signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]
  assert.deepEqual(Object.keys(parameters), [...names, 'traceparent'])
  for (const [type, { post }] of Object.entries(webhooks))
    assert.deepEqual(
      post.parameters.map(({ $ref }) => $ref),
      [...names, ...(type === 'ping' ? [] : ['traceparent'])].map(
        (name) => `#/components/parameters/${name}`,
      ),
    )
  for (const { name, required } of Object.values(parameters)) assert.equal(required, name !== 'traceparent')
  const signature = svcSignature('whsec_c2VjcmV0', 1795257450, '{}')
  const form = (text: string) => text.replaceAll(/[0-9a-f]/g, '0')
  assert.equal(form(parameters['Svc-Signature']?.example ?? ''), form(`t=1795257450,v1=${signature}`))
})

test('every example body fits its schema, with no member besides', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const type of Object.keys(webhooks)) {
    const { schema, body } = contentOf(type)
    assert.ok(ajv.validate(closed(schema), body), `${type}: ${ajv.errorsText()}`)
    assert.equal(body.type, type)
  }
})

for (const events of exampleLifecycles)
  test(`the examples up to ${events.at(-1)} follow each other in time, and so do the times in them`, () => {
    const bodies = events.map((type) => contentOf(type).body)
    const times = bodies.map(({ createdAt }) => createdAt)
    assert.deepEqual(times, [...new Set(times)].sort())
    for (const { createdAt, data } of bodies) {
      assert.equal(data.createdAt, times[0])
      assert.equal(data.courierArrivedAt ?? times[3], times[3])
      assert.ok((data.payment.paidAt ?? '') <= createdAt)
    }
  })

/** The schema with every object closed. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  )
}
