import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedValue } from '../../base/database/cached-value.ts'
import { possiblePhones } from '../../base/kernel/phone-number.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AccountDeps } from '../../domain/accounts/account-deps.ts'
import { checkSession, endSession } from '../../domain/accounts/check-session.ts'
import { confirmSignInCode } from '../../domain/accounts/confirm-sign-in-code.ts'
import { knownBrowserOf, knownBrowserToken } from '../../domain/accounts/known-browser.ts'
import { requestSignInCode } from '../../domain/accounts/request-sign-in-code.ts'
import { isSignInCode } from '../../domain/accounts/sign-in-code.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { clientNetwork } from '../../http/client-network.ts'
import type { RateLimits } from '../../http/rate-limit.ts'
import { spokenLanguageOf } from '../../http/response-language.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { leavingPage, sure } from './leaving-page.ts'
import { askingCookies, knownBrowserCookie, readSignInCookies } from './sign-in-cookies.ts'
import { codePage, phonePage } from './sign-in-page.ts'

export type SignInDeps = {
  accounts: AccountDeps
  rateLimits: RateLimits
  pricing: { map: CachedValue<ServiceMap> }
  frameOf: (request: FastifyRequest) => PageFrame
  isSecure: boolean
  /** Whether the courier of an account has a parcel, or has to bring one back. */
  hasParcel: (accountId: string) => Promise<boolean>
  /** Called with the `Cookie` header of a session that ends. */
  forget: (cookie: string | undefined) => void
}

/** Signing in with a phone and the code that is sent to it, and signing out. */
export async function courierSignInRoutes(app: FastifyInstance, deps: SignInDeps): Promise<void> {
  const { accounts, rateLimits, pricing, frameOf, isSecure } = deps

  app.get<{ Querystring: { ended?: string } }>('/courier/sign-in', (request, reply) => {
    const { typed } = readSignInCookies(request.headers.cookie)
    return sendHtml(reply, 200, phonePage(frameOf(request), typed, { hasEnded: 'ended' in request.query }))
  })

  app.post('/courier/sign-in', async (request, reply) => {
    const written = (fieldsOf(request.body).phone ?? '').slice(0, 30)
    const { typed, phones, browser } = readPhone(written, request)
    const nonce = randomUUID()
    try {
      await rateLimits.countSignIn(request, browser?.id)
      if (phones.length > 0) {
        const from = browser ?? { network: clientNetwork(request.ip) }
        await requestSignInCode(accounts, { nonce, typed, phones, from })
      }
    } catch (error) {
      return sendTooMany(error, written, request, reply)
    }
    const t = speak(spokenLanguageOf(request))
    if (phones.length === 0)
      return sendHtml(
        reply,
        422,
        phonePage(frameOf(request), written, {
          fieldError: t('This number is not possible. Check it, with the country code if it is foreign.'),
        }),
      )
    reply.header('set-cookie', askingCookies({ typed, nonce }, isSecure))
    return reply.redirect('/courier/sign-in/code', 303)
  })

  app.get('/courier/sign-in/code', (request, reply) => {
    const { typed } = readSignInCookies(request.headers.cookie)
    if (!typed) return reply.redirect('/courier/sign-in', 303)
    return sendHtml(reply, 200, codePage(frameOf(request), typed))
  })

  app.post('/courier/sign-in/code', async (request, reply) => {
    const { typed, nonce } = readSignInCookies(request.headers.cookie)
    const { phones, browser } = readPhone(typed, request)
    if (phones.length === 0) return reply.redirect('/courier/sign-in', 303)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code)) return sendHtml(reply, 422, codePage(frameOf(request), typed, 'WRONG'))
    try {
      await rateLimits.countSignIn(request, browser?.id)
    } catch (error) {
      return sendTooMany(error, typed, request, reply)
    }
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 200)
    const signedIn = await confirmSignInCode(accounts, { nonce, typed, phones, code, userAgent })
    if (signedIn.answer !== 'RIGHT')
      return sendHtml(reply, 422, codePage(frameOf(request), typed, signedIn.answer))
    const known = { id: browser?.id ?? randomUUID(), phone: signedIn.phone, door: 'courier' as const }
    const token = knownBrowserToken(known, accounts.clock.now(), accounts.secret)
    reply.header('set-cookie', [...signedIn.cookies, knownBrowserCookie(token, isSecure)])
    return reply.redirect('/courier', 303)
  })

  app.post('/courier/sign-out', async (request, reply) => {
    const { cookie } = request.headers
    const session = await checkSession(accounts.auth, cookie)
    const isSure = fieldsOf(request.body)[sure.name] === sure.value
    if (session && !isSure && (await deps.hasParcel(session.accountId)))
      return sendHtml(reply, 200, leavingPage(frameOf(request), { action: '/courier/sign-out' }))
    deps.forget(cookie)
    if (session) reply.header('set-cookie', await endSession(accounts.auth, cookie))
    return reply.redirect('/courier/sign-in', 303)
  })

  function sendTooMany(error: unknown, phone: string, request: FastifyRequest, reply: FastifyReply) {
    if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error
    const { retryAfterSeconds } = error.params as { retryAfterSeconds: number }
    const t = speak(spokenLanguageOf(request))
    const fieldError = t(
      'Too many requests. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes: Math.ceil(retryAfterSeconds / 60) },
    )
    reply.header('retry-after', retryAfterSeconds)
    return sendHtml(reply, 429, phonePage(frameOf(request), phone, { fieldError }))
  }

  /**
   * The phones that the typed text may mean, in international form: a number without its country may belong
   * to any of those served. What is kept does not reveal which of them is a courier's; a known browser
   * requests a code for the phone that it is known by.
   */
  function readPhone(text: string, { headers }: FastifyRequest) {
    const countries = pricing.map.current().cities.map(({ country }) => country)
    const phones = possiblePhones(text, countries)
    const { knownBrowser } = readSignInCookies(headers.cookie)
    const browser = knownBrowserOf(knownBrowser, phones, accounts.clock.now(), accounts.secret, 'courier')
    const typed = phones.length === 1 ? (phones[0] ?? text) : text
    return { typed, phones: browser ? [browser.phone] : phones, browser }
  }
}
