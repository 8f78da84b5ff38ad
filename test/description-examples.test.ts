import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  type ApiDescription,
  describedApi,
  describedOperations,
  type PlacedOperation,
  type Schema,
} from '../src/http/openapi-document.ts'
import { exampleOfContent, resolved, resolvedResponse } from '../src/http/openapi-examples.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { newIdempotencyKey, partnerOperations } from './support/partner-operations.ts'
import { insertPromo } from './support/promo-code.ts'
import { resolvedDescription } from './support/resolved-description.ts'

/** How each sample is run: its text as it stands, by the language itself and nothing else. */
const runs: Record<string, (source: string) => [program: string, args: string[]]> = {
  Shell: (source) => [
    'bash',
    ['-ec', source.replace('curl -s', 'curl -s --fail-with-body -w "\\n%{http_code}"')],
  ],
  JavaScript: (source) => [process.execPath, ['--input-type=module', '-e', source]],
  Python: (source) => ['python3', ['-c', source]],
  PHP: (source) => ['php', ['-r', source.replace('<?php\n', '')]],
}

const lacks = (program: string) =>
  spawnSync(program, [program === 'php' ? '-r' : '--version', 'curl_init();']).status === 0
    ? false
    : `${program} is not installed here`
const skips: Record<string, string | false> = {
  Shell: lacks('curl'),
  JavaScript: false,
  Python: lacks('python3'),
  PHP: lacks('php'),
}

let service: TestService
let address: string
let description: ApiDescription
let operations: PlacedOperation[]

before(async () => {
  service = await openService(await openAny(), { WEBHOOK_ALLOW_RANGES: '127.0.0.0/8' })
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  description = describedApi(service.app)
  operations = describedOperations(description)
})
after(() => service?.close())

const base = '/api/v1/partner'

/** A webhook leads to a server of the reader's own, which exists nowhere. */
const readersServer = 'https://shop.example/webhooks/colis'
let servers = 0
const newServer = () => `https://127.0.0.1:1/hook/${++servers}`
const atNewServer = (body: object): object =>
  JSON.parse(JSON.stringify(body).replaceAll(readersServer, newServer())) as object
const rowOf = ({ method, path }: PlacedOperation) =>
  partnerOperations[`${method} ${path.slice(base.length)}`] ?? assert.fail(`${method} ${path}`)

describe('the samples of the description', () => {
  test('there is one of each operation in each of four languages, which names its address once', () => {
    for (const { operationId, path, 'x-codeSamples': samples = [] } of operations) {
      assert.deepEqual(
        samples.map(({ lang }) => lang),
        Object.keys(runs),
        operationId,
      )
      const [word = ''] = path.slice(base.length + 1).split('/')
      for (const { source, lang } of samples) assert.equal(source.split(word).length > 1, true, lang)
    }
  })

  for (const [lang, run] of Object.entries(runs)) {
    test(`each of them in ${lang} succeeds as it stands`, { skip: skips[lang] }, async () => {
      const shop = await service.openShop()
      const failed: string[] = []
      for (const operation of operations) {
        const { success, subject } = rowOf(operation)
        const id = await subject.make(shop, service)
        const source = operation['x-codeSamples']?.find((each) => each.lang === lang)?.source ?? ''
        const [program, args] = run(source.replaceAll(readersServer, newServer()))
        const env = { PATH: process.env.PATH, COLIS: `${address}${base}`, KEY: shop.key, ID: id }
        const { stdout, stderr } = await promisify(execFile)(program, args, { env }).catch(
          (error: Failed) => error,
        )
        if (!new RegExp(`(^|\\n)${success}\\b`).test(stdout))
          failed.push(`${operation.operationId}: ${stdout} ${stderr}\n${source}`)
      }
      assert.deepEqual(failed, [])
    })
  }
})

type Failed = { stdout: string; stderr: string }

describe('the examples of the description', () => {
  test('every body that a request is shown with is taken, and so is each example of a field that may be left out', async () => {
    await insertPromo(service, { code: 'BIENVENUE' })
    let sent = 0
    const wrong: string[] = []
    for (const operation of operations) {
      const json = operation.requestBody?.content['application/json']
      if (!json) continue
      const example = json.example as object
      for (const [what, body] of [['the example', example] as const, ...fuller(json.schema, example)]) {
        // What one body takes, such as an order number, the next one may not.
        const shop = await service.openShop()
        const answer = await send(shop, operation, atNewServer(body))
        sent += 1
        const expected = refusedFields[`${operation.operationId} ${what}`]
        const found = answer.status < 300 ? undefined : (answer.body.code as string)
        if (found !== expected)
          wrong.push(`${operation.operationId} ${what}: ${JSON.stringify([body, answer.body])}`)
      }
    }
    assert.deepEqual(wrong, [])
    assert.ok(sent > 50, `${sent} bodies`)
  })

  test('every example of a parameter is taken', async () => {
    const shop = await service.openShop()
    for (const operation of operations) {
      const own = (operation.parameters ?? []).filter((each) => each.in === 'query')
      for (const { name, schema, example, examples } of own) {
        const values =
          example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example]
        assert.ok(values.length > 0, name)
        for (const value of values) {
          const text = Array.isArray(value) ? value.join(',') : String(value)
          assert.equal(schema.type === 'array', Array.isArray(value), name)
          const { status, body } = await send(
            shop,
            operation,
            undefined,
            `?${name}=${encodeURIComponent(text)}`,
          )
          const expected = refusedFields[`${operation.operationId} ${name}`]
          assert.equal(
            status < 300 ? undefined : body.code,
            expected,
            `${name}=${text} ${JSON.stringify(body)}`,
          )
        }
      }
    }
  })

  test('every answer and every event that is shown fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const whole = resolvedDescription(description)
    let shown = 0
    for (const { operationId, responses } of describedOperations(whole))
      for (const [status, response] of Object.entries(responses)) {
        const json = resolvedResponse(response, whole).content?.['application/json']
        if (!json) continue
        const named = Object.values(json.examples ?? {}).map(({ value }) => value)
        const examples =
          named.length > 0 ? named : [exampleOfContent({ 'application/json': json }, whole, false)]
        for (const example of examples) {
          shown += 1
          assert.ok(ajv.validate(json.schema, example), `${operationId} ${status}: ${ajv.errorsText()}`)
        }
      }
    for (const [type, { post }] of Object.entries(whole.webhooks ?? {})) {
      const json = post.requestBody.content['application/json']
      for (const { value } of Object.values(json?.examples ?? {})) {
        shown += 1
        assert.ok(ajv.validate(json?.schema ?? {}, value), `${type}: ${ajv.errorsText()}`)
      }
    }
    assert.ok(shown > 300, `${shown} examples`)
  })
})

/** Examples that name something which only the shop itself can have: what is refused is the thing, and not the form. */
const refusedFields: Record<string, string> = {
  'checkPromoCode quote.pickupAddressId': 'PICKUP_ADDRESS_UNKNOWN',
  'resendWebhookEvents eventId': 'WEBHOOK_EVENT_NOT_FOUND',
  'changeDelivery expectedPrice': 'PRICE_CHANGED',
  'changeDelivery dropoff.label': 'PRICE_CHANGED',
  'changeDelivery dropoff.landmark': 'PRICE_CHANGED',
  'createQuote pickupAddressId': 'PICKUP_ADDRESS_UNKNOWN',
  'createDelivery pickupAddressId': 'PICKUP_ADDRESS_UNKNOWN',
  'createDelivery parcel.photoKey': 'PHOTO_KEY_UNKNOWN',
  'listEvents after': 'EVENT_CURSOR_INVALID',
}

/** The body with each field that may be left out, by itself, for each of its examples. */
function fuller(schema: Schema, example: object): [string, object][] {
  const { properties = {} } = resolved(schema, description)
  return Object.entries(properties).flatMap(([name, field]): [string, object][] => {
    const own = resolved(field, description)
    const before = (example as Record<string, unknown>)[name]
    // Coordinates are sent together, a reason with its outcome, and of some fields one alone.
    const needed = Object.entries(neededBy[name] ?? {}).filter(([each]) => each in properties)
    const beside = isCoordinate(name) ? coordinatesOf(properties) : Object.fromEntries(needed)
    const others = resolved(schema, description).maxProperties === 1 ? {} : example
    const whole = (own.examples ?? []).map((value): [string, object] => [
      name,
      { ...others, ...beside, [name]: value },
    ])
    if (!own.properties) return name in example ? whole.slice(1) : whole
    const least = 'lat' in own.properties ? coordinatesOf(own.properties) : requiredOf(own)
    const within = fuller(own, (before ?? least) as object)
    return within.map(([inner, value]): [string, object] => [
      `${name}.${inner}`,
      { ...example, [name]: value },
    ])
  })
}

const neededBy: Record<string, object> = {
  failureReason: { outcome: 'FAILED' },
  expectedPrice: { dropoff: { lat: 6.37, lng: 2.43 } },
}
const isCoordinate = (name: string) => name === 'lat' || name === 'lng'
const coordinatesOf = (properties: Record<string, Schema>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isCoordinate(name))
      .map(([name, field]) => [name, field.examples?.[0]]),
  )

const requiredOf = (schema: Schema): unknown =>
  exampleOfContent({ 'application/json': { schema } }, description, true)

async function send(shop: TestShop, operation: PlacedOperation, body: object | undefined, query = '') {
  const { subject, headers } = rowOf(operation)
  const id = await subject.make(shop, service)
  return service.call({
    method: operation.method as 'POST',
    url: `${operation.path.slice(base.length).replace('{id}', id)}${query}`,
    headers: {
      authorization: `Bearer ${shop.key}`,
      ...headers?.(),
      'idempotency-key': newIdempotencyKey(),
    },
    ...(body !== undefined && { payload: body }),
  })
}
