import type { FastifyInstance } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { jsonFault } from '../contract/json-fault.ts'
import { limits } from '../contract/limits.ts'

/**
 * Reads JSON and nothing else: valid UTF-8, no `__proto__`, at most 256 KiB. An empty body counts as no
 * body, so that a client that always names JSON may still call operations that take none.
 */
export function useJsonBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        const text = utf8.decode(body as Buffer)
        parse(request, text, (error, value) => (error ? done(unreadable(body as Buffer)) : done(null, value)))
      } catch {
        done(unreadable(body as Buffer))
      }
    },
  )
}

/** The parser's own message would quote the body. */
const unreadable = (body: Buffer) => new ApiError('JSON_INVALID', { fault: jsonFault(body) })
