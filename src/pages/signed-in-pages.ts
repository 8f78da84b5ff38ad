import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type SpokenLanguage } from '../base/kernel/language.ts'
import { keptLanguage, languageCookie } from './kept-language.ts'
import { askedLanguage, isFromElsewhere } from './page-defaults.ts'

type SignedInPages = {
  /** The path that all pages begin with, to which the cookie of the language belongs. */
  path: string
  isSecure: boolean
  /** Sends the page that refuses a form of another site. */
  sendForeignForm: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** The languages that can be chosen. */
  offered?: readonly SpokenLanguage[]
}

/**
 * What pages with a session need besides the defaults of all pages: a form counts only if one of our own
 * pages sent it, and the language chosen on one page is that of the next. Call it after `usePageDefaults`.
 */
export function useSignedInPages(
  app: FastifyInstance,
  { path, isSecure, sendForeignForm, offered = languages }: SignedInPages,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // Sent to no other site, but to our own: forms are recognised by it.
    reply.header('referrer-policy', 'same-origin')
    keepLanguage(request, reply, { path, isSecure, offered })
    if (request.method === 'POST' && isForeignForm(request)) return sendForeignForm(request, reply)
  })
}

/** Our pages send their origin (`same-origin` above): a form without it was sent from another site. */
const isForeignForm = (request: FastifyRequest): boolean =>
  isFromElsewhere(request) ||
  (request.headers['sec-fetch-site'] === undefined && !request.headers.origin?.includes('://'))

/** The language chosen with the switch of a page is kept in a cookie, which every later page uses. */
function keepLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { offered, ...cookie }: { path: string; isSecure: boolean; offered: readonly SpokenLanguage[] },
): void {
  const asked = askedLanguage<SpokenLanguage>(request, offered)
  if (asked) return void reply.header('set-cookie', languageCookie(asked, cookie))
  request.language = keptLanguage(request.headers.cookie, offered) ?? request.language
  reply.header('content-language', request.language)
}

/** Sends a page. */
export const sendHtml = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
