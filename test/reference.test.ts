import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { doorErrors } from '../src/base/contract/door-errors.ts'
import { partnerErrors } from '../src/base/contract/partner-errors.ts'
import { referenceFiles } from '../src/doors/cli/reference/write-reference.ts'

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
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    example?: unknown
    examples?: object
  }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description?: string; headers: Record<string, object>; content?: Record<string, { schema: Schema }> }
  >
}

/** Decision 4, by hand: any one of them opens the operation. */
const rightsOf: Record<string, string[]> = {
  createQuote: ['quotes:read'],
  getZones: ['quotes:read'],
  listPickupAddresses: ['quotes:read', 'deliveries:read', 'deliveries:write'],
  createDelivery: ['deliveries:write'],
  listDeliveries: ['deliveries:read'],
  getDelivery: ['deliveries:read'],
  listDeliveryEvents: ['deliveries:read'],
  listEvents: ['deliveries:read'],
  cancelDelivery: ['deliveries:write'],
  checkPromoCode: ['quotes:read', 'deliveries:write'],
  createParcelPhotoUpload: ['deliveries:write'],
  advanceDelivery: ['deliveries:write'],
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

for (const name of [
  'openapi.json',
  'errors.md',
  'door-errors.md',
  'statuses.md',
  'settings.md',
  'messages.md',
]) {
  test(`docs/reference/${name} is what npm run docs writes`, () => {
    assert.equal(readFileSync(`docs/reference/${name}`, 'utf8'), files[name])
  })
}

test('the OpenAPI description passes the recommended rules of redocly lint', () => {
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

test('the OpenAPI description holds the operations of spec section 4, the two it mentions and the list of events', () => {
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
    'listEvents',
    'listPickupAddresses',
  ])
})

test('every operation of the API names its rights, has a summary, and documents 401, 403 and 429', () => {
  for (const { operationId, summary, security, responses } of operations) {
    assert.ok(summary, operationId)
    const rights = rightsOf[operationId]
    assert.deepEqual(
      security,
      rights?.map((right) => ({ apiKey: [right] })),
      operationId,
    )
    for (const status of ['401', '403', '429', '500', '503'])
      assert.ok(responses[status], `${operationId} ${status}`)
  }
})

test('creating a delivery requires an Idempotency-Key, and cancelling takes one (spec 4.4, decision 15)', () => {
  const header = (id: string) =>
    operations
      .find(({ operationId }) => operationId === id)
      ?.parameters?.find(({ name }) => name === 'Idempotency-Key')
  assert.equal(header('createDelivery')?.required, true)
  assert.ok(header('cancelDelivery'))
  assert.notEqual(header('cancelDelivery')?.required, true)
})

test('every field and parameter of the API is described, and each without fields of its own has an example', () => {
  for (const { operationId, parameters, requestBody, responses } of operations) {
    for (const { name, description, example, examples } of parameters ?? []) {
      assert.ok(description, `${operationId} ${name} is not described`)
      assert.ok(example ?? examples, `${operationId} ${name} has no example`)
    }
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      eachField(schema, operationId, assertExplained)
    for (const [status, { description, content }] of Object.entries(responses)) {
      assert.ok(description, `${operationId} ${status}`)
      for (const { schema } of Object.values(content ?? {}))
        eachField(schema, `${operationId} ${status}`, assertExplained)
    }
  }
})

test('every example in the API description is valid for its field', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const { operationId, requestBody, responses } of operations) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
      Object.values(each?.content ?? {}),
    )
    for (const { schema } of contents) {
      eachField({ properties: { body: schema } }, operationId, (field, where) => {
        for (const example of field.examples ?? [])
          assert.ok(ajv.validate(field, example), `${where}: ${ajv.errorsText()}`)
      })
    }
  }
})

test('the responses of the API document their headers', () => {
  const namesOf = (id: string, status: number) =>
    Object.keys(operations.find(({ operationId }) => operationId === id)?.responses[status]?.headers ?? {})
  const ofEvery = ['X-Request-Id', 'Content-Language']
  const ofRates = ['RateLimit', 'RateLimit-Policy']
  assert.deepEqual(namesOf('createDelivery', 201), [...ofEvery, ...ofRates, 'Idempotent-Replayed'])
  assert.deepEqual(namesOf('getDelivery', 200), [...ofEvery, ...ofRates, 'ETag'])
  assert.deepEqual(namesOf('getZones', 401), [...ofEvery, 'WWW-Authenticate'])
  assert.deepEqual(namesOf('getZones', 429), [...ofEvery, ...ofRates, 'Retry-After'])
  assert.deepEqual(namesOf('getZones', 503), [...ofEvery, 'Retry-After'])
})

test('every documented error code is a partner error, and every error of both catalogues is explained on its page', () => {
  const documented = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => {
        const code = content?.['application/json']?.schema.properties?.code
        return (code?.enum ?? []) as string[]
      }),
  )
  for (const code of documented) assert.ok(code in partnerErrors, code)
  assert.deepEqual(codesExplained('errors.md'), Object.keys(partnerErrors))
  assert.deepEqual(codesExplained('door-errors.md'), Object.keys(doorErrors))
})

const codesExplained = (page: string) =>
  [...(files[page] ?? '').matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => code)

/** The details of an error differ by code: `details` shows an example where its codes have any. */
function assertExplained(field: Schema, where: string): void {
  assert.ok(field.description, `${where} is not described`)
  const isLeaf = !field.properties && !field.items?.properties
  if (isLeaf && !where.endsWith(' details')) assert.ok(field.examples?.length, `${where} has no example`)
}

function eachField(schema: Schema, where: string, visit: (field: Schema, where: string) => void): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    visit(field, `${where} ${name}`)
    eachField(field, `${where} ${name}`, visit)
  }
  if (schema.items) eachField(schema.items, `${where}[]`, visit)
}
