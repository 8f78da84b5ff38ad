import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { errors } from '../../src/contract/errors.ts'
import {
  type ApiDescription,
  describedOperations,
  type PlacedOperation,
} from '../../src/http/openapi-document.ts'
import {
  byteChange,
  changed,
  hostileMembers,
  hostileValues,
  withMemberAt,
  withValueAt,
} from '../../test/support/hostile-bodies.ts'
import { resolvedDescription } from '../../test/support/resolved-description.ts'
import { documented } from '../../test/support/schema-arbitrary.ts'

export type HostileRequest = {
  method: string
  path: string
  headers: [string, string][]
  body?: string | Buffer
}

/**
 * Operations that are left out: addresses of webhooks may name servers of others, which would be called, and a reset takes
 * everything away that the next request is about. test/fuzz.test.ts has them, where nothing is sent.
 */
const isLeftOut = ({ path }: PlacedOperation) => /webhook-endpoints|sandbox\/reset|events\/stream/.test(path)

/** Makes hostile requests of a description; `ids` are what an `{id}` names, by the part of the path before it. */
export function hostileRequests(description: ApiDescription, ids: Record<string, string>, seed: number) {
  const operations = describedOperations(resolvedDescription(description)).filter(
    (each) => each.path.startsWith('/api/') && !isLeftOut(each),
  )
  const kinds = operations.flatMap((operation) => requestsOf(operation, ids))
  return {
    operations: operations.length,
    /** The request of this number; the same for one seed. */
    make: (number: number): HostileRequest => {
      const arbitrary = kinds[number % kinds.length]
      if (!arbitrary) throw new Error('The description has no operations.')
      return fc.sample(arbitrary, { numRuns: 1, seed: seed + number })[0] as HostileRequest
    },
  }
}

/** The ways in which a request of an operation is hostile. */
function requestsOf(operation: PlacedOperation, ids: Record<string, string>): fc.Arbitrary<HostileRequest>[] {
  const { method, requestBody, parameters = [] } = operation
  const path = operation.path.replaceAll(/([^/]+)\/\{\w+\}/g, (_, owner) => `${owner}/${ids[owner] ?? 'x'}`)
  const schema = requestBody?.content['application/json']?.schema
  const json: [string, string][] = schema ? [['content-type', 'application/json']] : []
  const valid = schema ? documented(schema) : fc.constant(undefined)
  const text = fc.oneof(
    fc.constantFrom(...Object.values(hostileValues)).map((each) => each.slice(0, 4_000)),
    fc.string(),
  )
  const made: fc.Arbitrary<HostileRequest>[] = []
  const withBody = (body: fc.Arbitrary<string | Buffer>) =>
    made.push(body.map((each) => ({ method, path, headers: json, body: each })))
  if (schema) {
    withBody(
      fc
        .record({ body: valid, at: fc.nat(), value: fc.constantFrom(...Object.values(hostileValues)) })
        .map(({ body, at, value }) => withValueAt(body, at, value)),
    )
    withBody(
      fc
        .record({ body: valid, at: fc.nat(), member: fc.constantFrom(...Object.values(hostileMembers)) })
        .map(({ body, at, member }) => withMemberAt(body, at, member)),
    )
    withBody(
      fc
        .record({ body: valid, changes: fc.array(byteChange, { minLength: 1 }) })
        .map(({ body, changes }) => changes.reduce(changed, Buffer.from(JSON.stringify(body)))),
    )
    withBody(fc.json({ maxDepth: 5 }))
  }
  const whole = valid.map((body) => (body === undefined ? {} : { body: JSON.stringify(body) }))
  const names = parameters.flatMap((each) => ('name' in each && each.in === 'query' ? [each.name] : []))
  if (names.length > 0)
    made.push(
      fc
        .record({ rest: whole, name: fc.constantFrom(...names), text })
        .map(({ rest, name, text: value }) => ({
          method,
          path: `${path}?${name}=${encodeURIComponent(value.toWellFormed())}`,
          headers: json,
          ...rest,
        })),
    )
  if (operation.path.includes('{'))
    made.push(
      fc.record({ rest: whole, text }).map(({ rest, text: value }) => ({
        method,
        path: operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value.toWellFormed()) || '%00'),
        headers: json,
        ...rest,
      })),
    )
  const header = fc.constantFrom(
    'idempotency-key',
    'accept-language',
    'content-type',
    'accept',
    'x-request-id',
    'range',
  )
  const latin = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 300,
  })
  made.push(
    fc.record({ rest: whole, header, value: latin }).map(({ rest, header: name, value }) => ({
      method,
      path,
      headers: [...json.filter(([each]) => each !== name), [name, value] as [string, string]],
      ...rest,
    })),
  )
  return made
}

export type HostileAnswer = { status: number; tookMs: number; fault?: string }

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends one and says what is wrong with its answer: every status below 500, every refusal with a body of the contract. */
export async function sendHostile(
  url: string,
  apiKey: string,
  hostile: HostileRequest,
): Promise<HostileAnswer> {
  const at = performance.now()
  const name = `${hostile.method} ${hostile.path.slice(0, 200)}`
  try {
    const { status, text } = await exchange(url, apiKey, hostile)
    const tookMs = performance.now() - at
    const isFine = status < 400 || hostile.method === 'HEAD' || (status < 500 && isErrorBody(status, text))
    return isFine ? { status, tookMs } : { status, tookMs, fault: `${name}: ${status} ${text.slice(0, 300)}` }
  } catch (error) {
    return { status: 0, tookMs: performance.now() - at, fault: `${name}: no answer, ${error}` }
  }
}

function isErrorBody(status: number, text: string): boolean {
  try {
    const { statusCode, code, message } = JSON.parse(text)
    return statusCode === status && Object.hasOwn(errors, code) && typeof message === 'string'
  } catch {
    return false
  }
}

function exchange(url: string, apiKey: string, { method, path, headers, body }: HostileRequest) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request({ host: hostname, port, method, path, agent, timeout: 20_000 })
    outgoing.setHeader('authorization', `Bearer ${apiKey}`)
    if (!headers.some(([name]) => name === 'idempotency-key'))
      outgoing.setHeader('idempotency-key', `hostile-${crypto.randomUUID()}`)
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
    outgoing
      .once('timeout', () => outgoing.destroy(new Error('nothing for 20 s')))
      .once('error', reject)
      .once('response', (incoming) => {
        incoming
          .toArray()
          .then(
            (chunks) => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            reject,
          )
      })
    outgoing.end(body)
  })
}
