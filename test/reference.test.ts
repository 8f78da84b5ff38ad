import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { referenceFiles } from '../src/cli/write-reference.ts'
import { type ErrorCode, errors } from '../src/contract/errors.ts'

type Schema = {
  description?: string
  type?: string | string[]
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Operation = {
  operationId: string
  summary?: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

let files: Record<string, string>
let operations: Operation[]

before(async () => {
  files = await referenceFiles()
  const { paths } = JSON.parse(files['openapi.json'] ?? '') as {
    paths: Record<string, Record<string, Operation>>
  }
  operations = Object.values(paths).flatMap((methods) => Object.values(methods))
})

for (const name of ['openapi.json', 'errors.md', 'statuses.md', 'settings.md', 'messages.md']) {
  test(`docs/reference/${name} is what npm run docs writes`, () => {
    assert.equal(readFileSync(`docs/reference/${name}`, 'utf8'), files[name])
  })
}

test('the description passes the recommended rules of redocly lint', () => {
  const output = execFileSync(
    process.execPath,
    [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      '--extends=recommended',
      '--format=stylish',
      'docs/reference/openapi.json',
    ],
    { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } },
  )
  assert.doesNotMatch(output, /\d+ (error|warning)/)
})

test('the description holds the nine operations of spec section 4 and the two it mentions', () => {
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), [
    'advanceDelivery',
    'cancelDelivery',
    'checkPromoCode',
    'createDelivery',
    'createParcelPhotoUpload',
    'createQuote',
    'getDelivery',
    'getZones',
    'listDeliveries',
    'listDeliveryEvents',
    'listPickupAddresses',
  ])
})

test('every operation is protected, summed up, and documents 401, 403 and 429', () => {
  for (const { operationId, summary, security, responses } of operations) {
    assert.ok(summary, operationId)
    assert.deepEqual(security, [{ apiKey: [] }], operationId)
    for (const status of ['401', '403', '429', '500', '503'])
      assert.ok(responses[status], `${operationId} ${status}`)
  }
})

test('creation requires an Idempotency-Key, cancelling takes one (spec 4.4, decision 15)', () => {
  const header = (id: string) =>
    operations
      .find(({ operationId }) => operationId === id)
      ?.parameters?.find(({ name }) => name === 'Idempotency-Key')
  assert.equal(header('createDelivery')?.required, true)
  assert.ok(header('cancelDelivery'))
  assert.notEqual(header('cancelDelivery')?.required, true)
})

test('every field of every body and answer is described, and every input shows an example or its values', () => {
  for (const { operationId, requestBody, responses } of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      eachField(schema, operationId, (field, where) => {
        assert.ok(field.description, `${where} is not described`)
        const isScalar = field.type !== 'object' && field.type !== 'array' && field.type !== 'boolean'
        if (isScalar) assert.ok(field.examples ?? field.enum, `${where} has no example`)
      })
    }
    for (const [status, { description, content }] of Object.entries(responses)) {
      assert.ok(description, `${operationId} ${status}`)
      for (const { schema } of Object.values(content ?? {})) {
        eachField(schema, `${operationId} ${status}`, (field, where) =>
          assert.ok(field.description, `${where} is not described`),
        )
      }
    }
  }
})

test('every error code that an operation can answer is in the catalogue, and every one of the catalogue is explained', () => {
  const documented = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => {
        const code = content?.['application/json']?.schema.properties?.code
        return (code?.enum ?? []) as string[]
      }),
  )
  for (const code of documented) assert.ok(code in errors, code)
  for (const code of Object.keys(errors) as ErrorCode[])
    assert.match(files['errors.md'] ?? '', new RegExp(`^## ${code}$`, 'm'))
})

function eachField(schema: Schema, where: string, visit: (field: Schema, where: string) => void): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    visit(field, `${where} ${name}`)
    eachField(field, `${where} ${name}`, visit)
  }
  if (schema.items) eachField(schema.items, `${where}[]`, visit)
}
