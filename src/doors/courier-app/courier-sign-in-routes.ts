import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import type { FreshCopy } from '../../base/database/fresh-copy.ts'
import { clientNetwork } from '../../base/http/client-network.ts'
import type { RateLimits } from '../../base/http/rate-limit.ts'
import { languageOf } from '../../base/http/response-language.ts'
import type { Language } from '../../base/kernel/language.ts'
import { internationalPhone } from '../../base/kernel/phone-number.ts'
import { checkSession, endSession } from '../../domain/accounts/check-session.ts'
import { confirmSignInCode } from '../../domain/accounts/confirm-sign-in-code.ts'
import type { AccountParts } from '../../domain/accounts/create-account-parts.ts'
import { requestSignInCode } from '../../domain/accounts/request-sign-in-code.ts'
import { isSignInCode } from '../../domain/accounts/sign-in-code.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { fieldsOf } from './courier-action.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording } from './courier-wording.ts'
import { codePage, phonePage } from './sign-in-page.ts'

export type SignInParts = {
  accounts: AccountParts
  rateLimits: RateLimits
  pricing: { map: FreshCopy<ServiceMap> }
  frameOf: (language: Language) => PageFrame
  isSecure: boolean
  /** Called with the `Cookie` header of a session that ends. */
  forget: (cookie: string) => void
}

/** Keeps the phone between the two forms, out of every address. */
const phoneCookie = 'colis.sign-in-phone'
const phoneCookieSeconds = 15 * 60

/** Signing in with a phone and the code that is sent to it, and signing out. */
export async function courierSignInRoutes(app: FastifyInstance, parts: SignInParts): Promise<void> {
  const { accounts, rateLimits, pricing, frameOf, isSecure } = parts
  const frame = (request: FastifyRequest) => frameOf(languageOf(request))

  app.get<{ Querystring: { ended?: string } }>('/courier/sign-in', (request, reply) =>
    sendHtml(
      reply,
      200,
      phonePage(frame(request), keptPhone(request), { hasEnded: 'ended' in request.query }),
    ),
  )

  app.post('/courier/sign-in', async (request, reply) => {
    const typed = (fieldsOf(request.body).phone ?? '').slice(0, 30)
    const say = courierWording[languageOf(request)].signIn
    let phone: string | undefined
    try {
      await rateLimits.countSignIn(request)
      phone = await readPhone(typed)
      if (phone) await requestSignInCode(accounts, { phone, network: clientNetwork(request.ip) })
    } catch (error) {
      return sendTooMany(error, typed, request, reply)
    }
    if (!phone)
      return sendHtml(reply, 422, phonePage(frame(request), typed, { trouble: say.phoneImpossible }))
    const attributes = `Max-Age=${phoneCookieSeconds}; Path=/courier/sign-in; HttpOnly; SameSite=Lax`
    reply.header('set-cookie', `${phoneCookie}=${phone}; ${attributes}${isSecure ? '; Secure' : ''}`)
    return reply.redirect('/courier/sign-in/code', 303)
  })

  app.get('/courier/sign-in/code', (request, reply) => {
    const phone = keptPhone(request)
    if (!phone) return reply.redirect('/courier/sign-in', 303)
    return sendHtml(reply, 200, codePage(frame(request), phone))
  })

  app.post('/courier/sign-in/code', async (request, reply) => {
    const phone = keptPhone(request)
    if (!phone) return reply.redirect('/courier/sign-in', 303)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code)) return sendHtml(reply, 422, codePage(frame(request), phone, 'WRONG'))
    try {
      await rateLimits.countSignIn(request)
    } catch (error) {
      return sendTooMany(error, phone, request, reply)
    }
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 200)
    const { answer, cookies } = await confirmSignInCode(accounts, { phone, code, userAgent })
    if (answer !== 'RIGHT') return sendHtml(reply, 422, codePage(frame(request), phone, answer))
    reply.header('set-cookie', cookies)
    return reply.redirect('/courier', 303)
  })

  app.post('/courier/sign-out', async (request, reply) => {
    const { cookie = '' } = request.headers
    parts.forget(cookie)
    if (await checkSession(accounts.auth, cookie))
      reply.header('set-cookie', await endSession(accounts.auth, cookie))
    return reply.redirect('/courier/sign-in', 303)
  })

  function sendTooMany(error: unknown, phone: string, request: FastifyRequest, reply: FastifyReply) {
    if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error
    const { retryAfterSeconds } = error.params as { retryAfterSeconds: number }
    const say = courierWording[languageOf(request)].signIn
    const trouble = say.tooManyRequests(Math.ceil(retryAfterSeconds / 60))
    reply.header('retry-after', retryAfterSeconds)
    return sendHtml(reply, 429, phonePage(frame(request), phone, { trouble }))
  }

  /**
   * In international form. A number without its country may be one of several that are served: then it is
   * that of a courier, if there is one. Everybody's are looked up alike, so that no answer comes sooner.
   */
  async function readPhone(typed: string): Promise<string | undefined> {
    const countries = pricing.map.current().cities.map(({ country }) => country)
    const possible = [...new Set(countries)].flatMap((country) => internationalPhone(typed, country) ?? [])
    const phones = [...new Set(possible)]
    const holders = await Promise.all(phones.map(accounts.findHolder))
    return phones.find((_, at) => holders[at] !== undefined) ?? phones[0]
  }
}

/** The phone that was typed into the first form; empty when there is none. */
const keptPhone = ({ headers }: FastifyRequest): string =>
  /(?:^|;\s*)colis\.sign-in-phone=(\+\d{7,15})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? ''

/** Answers a page. */
export const sendHtml = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
