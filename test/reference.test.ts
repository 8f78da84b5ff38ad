import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { referenceFiles } from '../src/cli/reference/write-reference.ts'
import { doorErrors } from '../src/contract/door-errors.ts'
import { partnerErrors } from '../src/contract/partner-errors.ts'
import {
  type ApiDescription,
  type DescribedOperation,
  describedOperations,
  type Schema,
} from '../src/http/openapi-document.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'
import { eachSchema, resolvedDescription } from './support/resolved-description.ts'

/** Decision 4, by hand: any one of them opens the operation. */
const rightsOf: Record<string, string[]> = {
  getShop: [
    'quotes:read',
    'deliveries:read',
    'deliveries:write',
    'webhooks:read',
    'webhooks:write',
    'pickup-addresses:write',
  ],
  createQuote: ['quotes:read'],
  getZones: ['quotes:read'],
  listPickupAddresses: ['quotes:read', 'deliveries:read', 'deliveries:write', 'pickup-addresses:write'],
  createPickupAddress: ['pickup-addresses:write'],
  changePickupAddress: ['pickup-addresses:write'],
  removePickupAddress: ['pickup-addresses:write'],
  createDelivery: ['deliveries:write'],
  listDeliveries: ['deliveries:read'],
  getDelivery: ['deliveries:read'],
  listDeliveryEvents: ['deliveries:read'],
  listEvents: ['deliveries:read'],
  cancelDelivery: ['deliveries:write'],
  checkPromoCode: ['quotes:read', 'deliveries:write'],
  createParcelPhotoUpload: ['deliveries:write'],
  advanceDelivery: ['deliveries:write'],
  resetSandbox: ['deliveries:write'],
  createWebhookEndpoint: ['webhooks:write'],
  listWebhookEndpoints: ['webhooks:read'],
  getWebhookEndpoint: ['webhooks:read'],
  changeWebhookEndpoint: ['webhooks:write'],
  removeWebhookEndpoint: ['webhooks:write'],
  pingWebhookEndpoint: ['webhooks:write'],
  regenerateWebhookSecret: ['webhooks:write'],
  enableWebhookEndpoint: ['webhooks:write'],
  pauseWebhookEndpoint: ['webhooks:write'],
  resendWebhookEvents: ['webhooks:write'],
  listWebhookAttempts: ['webhooks:read'],
  changeDelivery: ['deliveries:write'],
  getCancellation: ['deliveries:read'],
  getHandoverProof: ['deliveries:read'],
  askSecondTry: ['deliveries:write'],
  confirmPayment: ['deliveries:write'],
  requestPayment: ['deliveries:write'],
  confirmReturn: ['deliveries:write'],
}

const folder = mkdtempSync(join(tmpdir(), 'colis-reference-'))
let files: Record<string, string>
let description: ApiDescription
let operations: DescribedOperation[]

before(async () => {
  files = await referenceFiles()
  description = JSON.parse(files['openapi.json'] ?? '')
  operations = describedOperations(resolvedDescription(description))
})

after(() => rmSync(folder, { recursive: true }))

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

test('every answer of the API is open, and every request is closed (decision 119)', () => {
  let answers = 0
  let requests = 0
  for (const { operationId, requestBody, responses } of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      eachSchema(schema, operationId, (each, where) => {
        if (!each.properties) return
        requests++
        assert.equal(each.additionalProperties, false, `${where} takes members that it does not describe`)
      })
    for (const { schema } of Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})))
      eachSchema(schema, operationId, (each, where) => {
        if (each.properties) answers++
        for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
          assert.notEqual(each[keyword], false, `${where} is closed`)
      })
  }
  assert.ok(answers > 100 && requests > 10, `${answers} answers, ${requests} requests`)
})

test('lists that may grow are text with its known values, and the lists of the spec are closed (decision 119)', () => {
  const { schemas } = description.components
  const closed = Object.keys(schemas).filter((name) => schemas[name]?.enum)
  const growing = Object.keys(schemas).filter((name) => schemas[name]?.['x-extensible-enum'])
  assert.deepEqual(closed, [
    'ChosenEventType',
    'Collection',
    'Currency',
    'DeliveryStatus',
    'FeePayer',
    'ParcelSize',
    'PaymentMode',
    'PaymentStatus',
  ])
  assert.deepEqual(growing, [
    'ErrorCode',
    'EventType',
    'PromoBearer',
    'PromoCondition',
    'PromoRefusal',
    'SurchargeType',
    'VehicleType',
  ])
  assert.deepEqual(schemas.ErrorCode?.['x-extensible-enum'], Object.keys(partnerErrors))
  for (const { operationId, responses } of operations)
    for (const { schema } of Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})))
      eachSchema(schema, operationId, (each, where) => {
        const values = JSON.stringify((each.enum as unknown[] | undefined)?.filter((value) => value !== null))
        const isNamed = closed.some((name) => JSON.stringify(schemas[name]?.enum) === values)
        assert.ok(!each.enum || isNamed, `${where} is a closed list of its own`)
      })
})

test('what the API speaks of stands once, by name, and operations refer to it', () => {
  const names = Object.keys(description.components.schemas)
  for (const name of [
    'Courier',
    'CreatedDelivery',
    'Delivery',
    'DeliveryPage',
    'Error',
    'Event',
    'Payment',
    'PickupAddress',
    'Place',
    'Quote',
    'StatusEvent',
    'ZoneMap',
  ])
    assert.ok(names.includes(name), name)
  assert.doesNotMatch(JSON.stringify(description.paths), /"properties"/)
  assert.doesNotMatch(JSON.stringify(description), /"x-component"/)
})

test('identifiers are UUIDs in paths, in bodies and in answers', () => {
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const { name, schema } of parameters)
      if (/^id$|Id$/.test(name)) {
        // A delivery is also named by its reference.
        const formats = [schema, ...(schema.anyOf ?? [])].map((each) => each.format)
        assert.ok(formats.includes('uuid'), `${operationId} ${name}`)
      }
    for (const { schema } of [requestBody, ...Object.values(responses)].flatMap((each) =>
      Object.values(each?.content ?? {}),
    ))
      eachSchema(schema, operationId, (each, where) => {
        if (/ (id|\w+Id)$/.test(where)) assert.equal(each.format, 'uuid', where)
      })
  }
})

test('the OpenAPI description passes the recommended rules of redocly lint', () => {
  const output = execFileSync(
    process.execPath,
    [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      '--extends=recommended',
      '--format=stylish',
      writtenDescription(),
    ],
    { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } },
  )
  assert.doesNotMatch(output, /\d+ (error|warning)/)
})

test('the OpenAPI description passes the rules of spectral:oas', { skip: whyWithout('npm') }, () => {
  const spectral = `${clientsFolder}/node_modules/@stoplight/spectral-cli/dist/index.js`
  const ruleset = `${clientsFolder}/spectral.yaml`
  const output = execFileSync(
    process.execPath,
    [spectral, 'lint', '--ruleset', ruleset, '--fail-severity=hint', writtenDescription()],
    { encoding: 'utf8', stdio: 'pipe' },
  )
  assert.match(output, /^No results with a severity of 'hint' or higher found!\s*$/)
})

test('the OpenAPI description holds the operations of spec section 4, the two it mentions and our extensions', () => {
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), [
    'advanceDelivery',
    'askSecondTry',
    'cancelDelivery',
    'changeDelivery',
    'changePickupAddress',
    'changeWebhookEndpoint',
    'checkPromoCode',
    'confirmPayment',
    'confirmReturn',
    'createDelivery',
    'createParcelPhotoUpload',
    'createPickupAddress',
    'createQuote',
    'createWebhookEndpoint',
    'enableWebhookEndpoint',
    'getCancellation',
    'getDelivery',
    'getHandoverProof',
    'getShop',
    'getWebhookEndpoint',
    'getZones',
    'listDeliveries',
    'listDeliveryEvents',
    'listEvents',
    'listPickupAddresses',
    'listWebhookAttempts',
    'listWebhookEndpoints',
    'pauseWebhookEndpoint',
    'pingWebhookEndpoint',
    'regenerateWebhookSecret',
    'removePickupAddress',
    'removeWebhookEndpoint',
    'requestPayment',
    'resendWebhookEvents',
    'resetSandbox',
  ])
})

test('every operation of the API names its rights, has a summary, and documents 401, 403 and 429', () => {
  for (const { operationId, summary, security, 'x-scopes': rights, responses } of operations) {
    assert.ok(summary, operationId)
    assert.deepEqual(security, [{ apiKey: [] }], operationId)
    assert.deepEqual(rights, rightsOf[operationId], operationId)
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

test('every pattern is one that generators in other languages compile, and means the same in each', () => {
  const patterns = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (key === 'pattern' && typeof each === 'string') patterns.add(each)
      else if (!['example', 'examples', 'x-codeSamples'].includes(key)) collect(each)
    }
  }
  collect(description)
  assert.ok(patterns.size >= 4, [...patterns].join(' '))
  for (const pattern of patterns) {
    assert.doesNotMatch(pattern, /\(\?|\\[pPuwdsbB]|\[:/, `${pattern} is not read alike everywhere`)
    for (const [program, args] of [
      ['python3', ['-c', 'import re, sys; re.compile(sys.argv[1])', pattern]],
      ['php', ['-r', 'exit(preg_match("~" . $argv[1] . "~", "x") === false ? 1 : 0);', '--', pattern]],
    ] as const) {
      const { status, error } = spawnSync(program, args, { encoding: 'utf8' })
      if (!error) assert.equal(status, 0, `${program} ${pattern}`)
    }
  }
})

test('a parameter that takes several values is a list that is joined by commas', () => {
  const lists = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter((each) => each.in === 'query' && /comma-separated/.test(each.description ?? ''))
      .map(({ name, schema, style, explode, example }) => ({
        operationId,
        name,
        schema,
        style,
        explode,
        example,
      })),
  )
  assert.deepEqual(
    lists.map(({ operationId, name }) => `${operationId} ${name}`),
    ['listDeliveries status'],
  )
  for (const { schema, style, explode, example } of lists) {
    assert.deepEqual([schema.type, style, explode], ['array', 'form', false])
    assert.equal(schema.items?.type, 'string')
    assert.ok(Array.isArray(example) && example.length > 1)
  }
  assert.doesNotMatch(JSON.stringify(description), /x-comma-separated|x-described/)
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
  for (const { operationId, responses, 'x-error-codes': codes } of operations) {
    const shown = Object.entries(responses).flatMap(([status, { description, content }]) => {
      const { examples = {} } = content?.['application/json'] ?? {}
      for (const [code, example] of Object.entries(examples)) {
        const value = example.value as { code: string; statusCode: number }
        assert.ok(description?.includes(`\`${code}\``), `${operationId} ${status} ${code}`)
        assert.deepEqual([value.code, String(value.statusCode)], [code, status])
      }
      return Object.keys(examples)
    })
    assert.deepEqual(shown.sort(), [...codes].sort(), operationId)
    for (const code of codes) assert.ok(code in partnerErrors, code)
  }
  assert.deepEqual(codesExplained('errors.md'), Object.keys(partnerErrors))
  assert.deepEqual(codesExplained('door-errors.md'), Object.keys(doorErrors))
})

/** The description as the service would send it, in a file. */
function writtenDescription(): string {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, files['openapi.json'] ?? '')
  return file
}

const codesExplained = (page: string) =>
  [...(files[page] ?? '').matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => code)

/** The details of an error differ by code: `details` shows an example where its codes have any. */
function assertExplained(field: Schema, where: string): void {
  assert.ok(field.description, `${where} is not described`)
  const isLeaf = !field.properties && !field.items?.properties && !field.oneOf
  if (isLeaf && !where.endsWith(' details')) assert.ok(field.examples?.length, `${where} has no example`)
}

function eachField(schema: Schema, where: string, visit: (field: Schema, where: string) => void): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    visit(field, `${where} ${name}`)
    eachField(field, `${where} ${name}`, visit)
  }
  if (schema.items) eachField(schema.items, `${where}[]`, visit)
}
