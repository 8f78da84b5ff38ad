import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Language,
  preferredLanguage,
  type SpokenLanguage,
  writtenLanguage,
} from '../base/kernel/language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: SpokenLanguage
  }
}

/**
 * A cache of Accept-Language headers: partners send few different ones, and parsing costs more than a lookup.
 */
const maxCachedHeaders = 500

/** Sets the headers of a response that name its language and its request id. */
type SetResponseLanguage = (request: FastifyRequest, reply: FastifyReply) => void

/** Chooses the language of a response from `Accept-Language` (decisions 18 and 19). */
export function responseLanguageSetter(fallback: Language): SetResponseLanguage {
  const chosen = new Map<string, Language>()

  function choose(header: string | undefined): Language {
    if (header === undefined) return fallback
    const known = chosen.get(header)
    if (known) return known
    const language = preferredLanguage(header.slice(0, 200), fallback)
    if (chosen.size < maxCachedHeaders) chosen.set(header, language)
    return language
  }

  return (request, reply) => {
    request.language = choose(request.headers['accept-language'])
    reply.header('content-language', request.language)
    reply.header('vary', 'accept-language')
    reply.header('x-request-id', request.id)
  }
}

/** Sets these headers on every response, whatever happens to its request afterwards. */
export function useResponseLanguage(
  app: FastifyInstance,
  fallback: Language,
  setLanguage: SetResponseLanguage,
): void {
  app.decorateRequest('language', fallback)
  app.addHook('onRequest', (request, reply, done) => {
    setLanguage(request, reply)
    done()
  })
}

/** The language of the response to a request, of those that the whole service speaks. */
export const languageOf = ({ language }: FastifyRequest): Language => writtenLanguage(language)

/** The language of a page of customers or couriers. */
export const spokenLanguageOf = ({ language }: FastifyRequest): SpokenLanguage => language
