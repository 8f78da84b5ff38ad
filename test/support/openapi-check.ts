import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { type ApiDescription, describedApi, describedOperations } from '../../src/http/openapi-document.ts'
import { eachSchema, resolvedDescription } from './resolved-description.ts'

type Seen = { method: string; path: string; status: number; body: unknown; headers: Record<string, unknown> }
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const descriptions = new WeakMap<FastifyInstance, ApiDescription>()

/**
 * Holds an answer of a described operation against the OpenAPI description: its status must be listed
 * and its body must fit, with no member more than described.
 */
export function checkAgainstDescription(app: FastifyInstance, { method, path, status, body }: Seen): void {
  const description = descriptions.get(app) ?? closedDescription(app)
  descriptions.set(app, description)
  const operation = operationAt(description, method.toLowerCase(), path.split('?')[0] ?? '')
  if (!operation || status === 304) return
  const response = operation.responses[String(status)]
  assert.ok(
    response,
    `${method} ${path} answered ${status}, which its description does not list: ${JSON.stringify(body)}`,
  )
  const schema = response.content?.['application/json']?.schema
  if (!schema) return
  const isValid = ajv.validate(schema, body)
  assert.ok(
    isValid,
    `${method} ${path} ${status} does not fit its description: ${ajv.errorsText()} in ${JSON.stringify(body)}`,
  )
}

/** The description with every answer closed, although it promises open ones: what we send must be described. */
function closedDescription(app: FastifyInstance): ApiDescription {
  const description = resolvedDescription(describedApi(app))
  const responses = describedOperations(description).flatMap((each) => Object.values(each.responses))
  for (const { schema } of responses.flatMap(({ content }) => Object.values(content ?? {})))
    eachSchema(schema, '', (each) => {
      if (each.properties) each.additionalProperties ??= false
    })
  return description
}

function operationAt(description: ApiDescription, method: string, path: string) {
  for (const [form, operations] of Object.entries(description.paths)) {
    const expression = new RegExp(`^${form.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
    if (expression.test(path) && operations[method] && !isShadowed(description, form, path))
      return operations[method]
  }
  return undefined
}

/** `/deliveries/promo-code-checks` is no delivery. */
const isShadowed = (description: ApiDescription, form: string, path: string) =>
  form !== path && path in description.paths
