import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { errorBody, errors, exampleError, type PartnerErrorCode } from '../contract/errors.ts'
import type { Scope } from '../contract/vocabulary.ts'
import type { HeaderName } from './response-headers.ts'

/** The error codes every operation behind an API key can respond with, besides its own. */
const refusalsOfEvery = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
const refusalsOfBodies = ['JSON_INVALID', 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE'] as const

/** The query schema of an operation without parameters: an unknown parameter is refused there too (decision 6). */
const noParameters = Type.Object({}, { additionalProperties: false })

type Operation = {
  operationId: string
  summary: string
  description?: string
  tag: 'Quotes' | 'Zones' | 'Pickup addresses' | 'Deliveries' | 'Events' | 'Sandbox'
  scopes: readonly [Scope, ...Scope[]]
  body?: TSchema
  /** Whether the body is optional; an empty one then counts as none. */
  isBodyOptional?: boolean
  querystring?: TSchema
  params?: TSchema
  /** Whether it takes an Idempotency-Key; the operation itself reads and refuses it (decision 13). */
  idempotencyKey?: 'required' | 'optional'
  /** Status and schema of success. */
  success: Record<number, TSchema>
  /** Headers of a successful response besides those of every response. */
  successHeaders?: readonly HeaderName[]
  /** The error codes of this operation, besides those of every operation. */
  refuses?: readonly PartnerErrorCode[]
}

/**
 * The `config` and `schema` of a route of the partner API: scopes for authentication; description,
 * success and every error code for the OpenAPI description and for the tests that reach them.
 */
export function operation(about: Operation) {
  const {
    operationId,
    summary,
    description,
    tag,
    scopes,
    body,
    isBodyOptional,
    querystring = noParameters,
    params,
    idempotencyKey,
    successHeaders,
  } = about
  const codes = refusalCodes(about)
  const schema = {
    operationId,
    summary,
    description: [description, scopeSentence(scopes)].filter(Boolean).join('\n\n'),
    tags: [tag],
    security: scopes.map((scope) => ({ apiKey: [scope] })),
    ...(body && { body }),
    ...(isBodyOptional && { 'x-optional-body': true }),
    ...(successHeaders && { 'x-success-headers': successHeaders }),
    querystring,
    ...(params && { params }),
    response: { ...about.success, ...errorResponses(codes) },
  } satisfies FastifySchema & Record<string, unknown>
  return { config: { scopes, refuses: codes, ...(idempotencyKey && { idempotencyKey }) }, schema }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every error code of this operation. */
    refuses?: readonly PartnerErrorCode[]
    idempotencyKey?: 'required' | 'optional'
  }
}

function refusalCodes({ body, refuses = [] }: Operation): PartnerErrorCode[] {
  const codes: PartnerErrorCode[] = [...refusalsOfEvery, 'SCOPE_REQUIRED', ...refuses]
  if (body) codes.push(...refusalsOfBodies)
  return [...new Set(codes)]
}

function scopeSentence(scopes: readonly Scope[]): string {
  const names = scopes.map((scope) => `\`${scope}\``)
  return names.length === 1 ? `Needs the right ${names[0]}.` : `Needs one of the rights ${names.join(', ')}.`
}

function errorResponses(codes: readonly PartnerErrorCode[]): Record<number, TSchema> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, errorSchema(status, ofStatus)]),
  )
}

/** The error body of spec section 7, narrowed to the codes of one status. */
function errorSchema(status: number, codes: readonly PartnerErrorCode[]): TSchema {
  const examples = codes.map((code) => errorBody(exampleError(code), 'en'))
  const refined = examples.flatMap(({ details }) => details ?? [])
  return Type.Object(
    {
      statusCode: Type.Integer({ enum: [status], description: 'The HTTP status.', examples: [status] }),
      code: Type.Unsafe<PartnerErrorCode>({
        type: 'string',
        enum: [...codes],
        description: 'Stable; branch on it.',
        examples: codes.slice(0, 1),
      }),
      message: Type.String({
        description: 'In French or English, as Accept-Language asks.',
        examples: examples.slice(0, 1).map(({ message }) => message),
      }),
      details: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'What refines the error.',
            ...(refined.length > 0 && { examples: refined.slice(0, 1) }),
          },
        ),
      ),
    },
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      examples,
    },
  )
}
