/** The headers of responses, as OpenAPI describes them. */
const headers = {
  'X-Request-Id': {
    description: 'Names this request; quote it when you ask about it.',
    example: '5b1c6a52-8a53-4a8e-9a33-1f8f2f6f3b10',
  },
  'Content-Language': { description: 'The language of the answer: fr or en.', example: 'fr' },
  RateLimit: {
    description: 'Which limit counts, requests left in its window, and the seconds until it ends.',
    example: '"default";r=299;t=1',
  },
  'RateLimit-Policy': {
    description:
      'The limit and its window in seconds: `default` counts the requests of a key, `failed-authentications` the wrong keys of an address, `changes` what a shop changes of its webhook endpoints and pickup addresses.',
    example: '"default";q=300;w=1',
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', example: '1' },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer' },
  'Idempotent-Replayed': {
    description: 'Only there when the Idempotency-Key had made this delivery before.',
    example: 'true',
  },
  ETag: { description: 'Send it as If-None-Match to read only what changed.', example: 'W/"o1Gf2Xc"' },
} as const
export type HeaderName = keyof typeof headers

/** Header objects of OpenAPI by name, for `components.headers`. */
export const describedHeaders = Object.fromEntries(
  Object.entries(headers).map(([name, { description, example }]) => [
    name,
    { description, schema: { type: 'string' }, example },
  ]),
)

/** References to the headers of a response with this status; `ofSuccess` are the operation's own. */
export function headersOf(
  status: number,
  ofSuccess: readonly HeaderName[],
): Record<string, { $ref: string }> {
  const names = [...headersOfEvery, ...(headersOfStatus[status] ?? []), ...(status < 300 ? ofSuccess : [])]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const headersOfEvery: readonly HeaderName[] = ['X-Request-Id', 'Content-Language']
const rateHeaders: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']
const headersOfStatus: Record<number, readonly HeaderName[]> = {
  200: rateHeaders,
  201: rateHeaders,
  204: rateHeaders,
  401: ['WWW-Authenticate'],
  429: [...rateHeaders, 'Retry-After'],
  503: ['Retry-After'],
}
