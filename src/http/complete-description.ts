import { codeSamplesOf } from './code-samples.ts'
import { withComponents } from './openapi-components.ts'
import {
  type ApiDescription,
  type DescribedOperation,
  describedOperations,
  type Parameter,
  type Response,
  type Schema,
} from './openapi-document.ts'
import { exampleOfContent } from './openapi-examples.ts'
import { describedHeaders, type HeaderName, headersOf } from './response-headers.ts'

/** An operation as the schema of its route describes it. */
type RouteOperation = DescribedOperation & { 'x-optional-body'?: true; 'x-success-headers'?: HeaderName[] }
export type RouteDescription = {
  paths?: Record<string, Record<string, RouteOperation>>
  components?: object
}

/**
 * Adds what schemas of routes cannot express: optional bodies, lists in a query, headers of responses, an
 * example of each request, webhooks.
 */
export function completed(
  openapiObject: RouteDescription,
  { webhooks, parameters }: { webhooks: object; parameters: object },
): RouteDescription {
  const shared: Record<string, Response> = {}
  for (const operation of Object.values(openapiObject.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation['x-optional-body'] && operation.requestBody) operation.requestBody.required = false
    if (operation.parameters) operation.parameters = operation.parameters.map(asList)
    for (const [status, response] of Object.entries(operation.responses)) {
      const described = {
        ...response,
        headers: headersOf(Number(status), operation['x-success-headers'] ?? []),
      }
      operation.responses = { ...operation.responses, [status]: sharedOrOwn(described, shared) }
    }
    delete operation['x-optional-body']
    delete operation['x-success-headers']
  }
  const components = { ...openapiObject.components, parameters, headers: describedHeaders, responses: shared }
  const whole = withComponents({ ...openapiObject, webhooks, components })
  addExamples(whole as unknown as ApiDescription)
  return whole
}

/** A parameter that takes values separated by commas is a list to generators, which join them so. */
function asList(parameter: Parameter): Parameter {
  const { 'x-comma-separated': items } = parameter.schema as { 'x-comma-separated'?: Schema }
  if (items === undefined) return parameter
  const example = String(parameter.example).split(',')
  return {
    ...parameter,
    schema: { type: 'array', minItems: 1, items },
    style: 'form',
    explode: false,
    example,
  }
}

/** Gives each request a whole body to begin with, and the call in four languages. */
function addExamples(description: ApiDescription): void {
  for (const { method, path, ...shown } of describedOperations(description)) {
    const operation = description.paths[path]?.[method.toLowerCase()]
    const json = shown.requestBody?.content['application/json']
    const example = exampleOfContent(shown.requestBody?.content, description, true)
    if (json && example !== undefined) json.example = example
    if (operation) operation['x-codeSamples'] = codeSamplesOf({ method, path, ...shown })
  }
}

/** A refusal with one or two codes is described once for all operations, under a name made of its codes. */
function sharedOrOwn(response: Response, shared: Record<string, Response>): Response {
  const codes = Object.keys(response.content?.['application/json']?.examples ?? {})
  if (codes.length === 0 || codes.length > 2) return response
  const name = codes.map(inPascalCase).join('Or')
  shared[name] = response
  return { $ref: `#/components/responses/${name}` }
}

const inPascalCase = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
