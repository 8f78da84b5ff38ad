import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Language, preferredLanguage } from '../kernel/language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
  }
}

/** Headers seen lately: partners send few different ones, and reading one anew costs more than this. */
const mostRemembered = 500

/** Chooses the language of each response from `Accept-Language`, and says so (decision 18). */
export function useResponseLanguage(app: FastifyInstance, fallback: Language): void {
  const chosen = new Map<string, Language>()

  function choose(header: string | undefined): Language {
    if (header === undefined) return fallback
    const known = chosen.get(header)
    if (known) return known
    const language = preferredLanguage(header.slice(0, 200), fallback)
    if (chosen.size < mostRemembered) chosen.set(header, language)
    return language
  }

  app.decorateRequest('language', fallback)
  app.addHook('onRequest', (request, reply, done) => {
    request.language = choose(request.headers['accept-language'])
    reply.header('content-language', request.language)
    reply.header('vary', 'accept-language')
    reply.header('x-request-id', request.id)
    done()
  })
}

/** The language of the response to a request. */
export const languageOf = (request: FastifyRequest): Language => request.language
