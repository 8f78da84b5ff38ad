import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { errorBody } from '../contract/errors.ts'
import { asApiError, logRefusal, type SendError } from '../http/error-handler.ts'
import { limitVisits, type RateLimits } from '../http/rate-limit.ts'
import { languageOf } from '../http/response-language.ts'

/**
 * Limits the requests of one client network to pages that have no error page of their own. When refused, a
 * browser gets a page in its language; programs, and all other errors, get the usual body.
 */
export function limitPlainPages(app: FastifyInstance, rateLimits: RateLimits, sendError: SendError): void {
  limitVisits(app, rateLimits)
  app.setErrorHandler((error, request, reply) => {
    const refusal = asApiError(error, request)
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (refusal.code !== 'RATE_LIMITED' || !isPage) return sendError(refusal, request, reply)
    logRefusal(refusal, request, reply)
    const language = languageOf(request)
    const { statusCode, message } = errorBody(refusal, language)
    return reply
      .code(statusCode)
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Colis</title>
<p>${message}</p>
</html>
`)
  })
}
