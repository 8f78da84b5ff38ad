import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { CachedValue } from '../../base/database/cached-value.ts'
import { possiblePhones } from '../../base/kernel/phone-number.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AccountDeps } from '../../domain/accounts/account-deps.ts'
import { checkSession, endSession } from '../../domain/accounts/check-session.ts'
import { confirmSignInCode } from '../../domain/accounts/confirm-sign-in-code.ts'
import { knownBrowserOf, knownBrowserToken } from '../../domain/accounts/known-browser.ts'
import { requestSignInCode } from '../../domain/accounts/request-sign-in-code.ts'
import { type CodeAnswer, isSignInCode } from '../../domain/accounts/sign-in-code.ts'
import { phoneCountries } from '../../domain/zones/phone-countries.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { clientNetwork } from '../../http/client-network.ts'
import type { RateLimits } from '../../http/rate-limit.ts'
import { spokenLanguageOf } from '../../http/response-language.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { submitButton } from '../../pages/form-parts.ts'
import { sendHtml } from '../../pages/signed-in-pages.ts'
import { phoneField, sentCodeField, stackedForm, tooManyText } from './courier-fields.ts'
import { courierPage } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { formerPhoneText } from './former-phone-text.ts'
import { leavingPage, sure } from './leaving-page.ts'
import { askingCookies, knownBrowserCookie, readSignInCookies } from './sign-in-cookies.ts'

const path = '/courier/sign-in'
const codePath = `${path}/code`

export type SignInDeps = {
  accounts: AccountDeps
  rateLimits: RateLimits
  pricing: { map: CachedValue<ServiceMap> }
  timeZone: string
  frameOf: (request: FastifyRequest) => PageFrame
  isSecure: boolean
  /** Whether the courier of an account has a parcel, or has to bring one back. */
  hasParcel: (accountId: string) => Promise<boolean>
  /** Called with the `Cookie` header of a session that ends. */
  forget: (cookie: string | undefined) => void
}

/** `/courier/sign-in`: signing in with a phone and the code that is sent to it, and signing out. */
export async function courierSignIn(app: FastifyInstance, deps: SignInDeps): Promise<void> {
  const { accounts, rateLimits, pricing, frameOf, isSecure, timeZone } = deps
  const countries = () => phoneCountries(pricing.map.current().cities, timeZone)

  app.get<{ Querystring: { ended?: string } }>(path, (request, reply) => {
    const { typed } = readSignInCookies(request.headers.cookie)
    return sendHtml(reply, 200, phonePage(frameOf(request), typed, { hasEnded: 'ended' in request.query }))
  })

  app.post(path, async (request, reply) => {
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
    if (phones.length === 0) {
      const t = speak(spokenLanguageOf(request))
      const former = formerPhoneText(written, countries(), spokenLanguageOf(request))
      const error =
        former ?? t('This number is not possible. Check it, with the country code if it is foreign.')
      return sendHtml(reply, 422, phonePage(frameOf(request), written, { error }))
    }
    reply.header('set-cookie', askingCookies({ typed, nonce }, isSecure))
    return reply.redirect(codePath, 303)
  })

  app.get(codePath, (request, reply) => {
    const { typed } = readSignInCookies(request.headers.cookie)
    if (!typed) return reply.redirect(path, 303)
    return sendHtml(reply, 200, codePage(frameOf(request), typed))
  })

  app.post(codePath, async (request, reply) => {
    const { typed, nonce } = readSignInCookies(request.headers.cookie)
    const { phones, browser } = readPhone(typed, request)
    if (phones.length === 0) return reply.redirect(path, 303)
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
    const token = knownBrowserToken(known, accounts.clock.now(), accounts.secrets)
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
    return reply.redirect(path, 303)
  })

  function sendTooMany(thrown: unknown, phone: string, request: FastifyRequest, reply: FastifyReply) {
    if (!(thrown instanceof ApiError) || thrown.code !== 'RATE_LIMITED') throw thrown
    const { retryAfterSeconds } = thrown.params as { retryAfterSeconds: number }
    const error = tooManyText(spokenLanguageOf(request), retryAfterSeconds)
    reply.header('retry-after', retryAfterSeconds)
    return sendHtml(reply, 429, phonePage(frameOf(request), phone, { error }))
  }

  /**
   * The phones that the typed text may mean, in international form: a number without its country may belong
   * to any of those served. What is kept does not reveal which of them is a courier's; a known browser
   * requests a code for the phone that it is known by.
   */
  function readPhone(text: string, { headers }: FastifyRequest) {
    const phones = possiblePhones(text, countries())
    const { knownBrowser } = readSignInCookies(headers.cookie)
    const browser = knownBrowserOf(knownBrowser, phones, accounts.clock.now(), accounts.secrets, 'courier')
    const typed = phones.length === 1 ? (phones[0] ?? text) : text
    return { typed, phones: browser ? [browser.phone] : phones, browser }
  }
}

/** Asks for the phone; `phone` as it was typed before. */
function phonePage(
  frame: PageFrame,
  phone: string,
  { error, hasEnded }: { error?: string; hasEnded?: boolean },
): string {
  const t = speak(frame.language)
  const ended = t('Your session has ended. Sign in again to go on.')
  const field = phoneField({
    label: t('Phone number'),
    hint: t('For example 01 97 00 00 02'),
    value: phone,
    error,
  })
  const main = html`<h1>${t('Sign in')}</h1>
!${hasEnded ? html`<p class="notice waiting" role="status">${ended}</p>` : ''}
<p>${t('Enter the number you are registered with: we send it a code.')}</p>
!${stackedForm(path, field, submitButton(t('Get a code')))}
<a class="button quiet" href="/courier/apply">${t('Not registered yet? Become a courier')}</a>`
  return courierPage(frame, { main, path })
}

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
function codePage(frame: PageFrame, phone: string, answer?: Exclude<CodeAnswer, 'RIGHT'>): string {
  const t = speak(frame.language)
  const lead = t(
    'If {phone} belongs to a registered courier, a 6-digit code was sent to it. It is valid for 5 minutes.',
    { phone },
  )
  const field = sentCodeField(frame.language, {
    label: t('6-digit code'),
    expired: t('This code is no longer valid. Ask for another one.'),
    answer,
  })
  const main = html`<h1>${t('Enter the code')}</h1>
<p>${lead}</p>
!${stackedForm(codePath, field, submitButton(t('Sign in#button')))}
<a class="button quiet" href="${path}">${t('Change the number or ask for another code')}</a>`
  return courierPage(frame, { main, path: codePath })
}
