import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import { codeChannelOf, keepsOutbox } from '../../../derived-settings.ts'
import { checkSession, endSession } from '../../../domain/accounts/check-session.ts'
import { confirmPhone } from '../../../domain/accounts/confirm-sign-in-code.ts'
import {
  confirmAddressOfLink,
  confirmSignInLink,
} from '../../../domain/accounts/links/confirm-sign-in-link.ts'
import { requestSignInLink } from '../../../domain/accounts/links/request-sign-in-link.ts'
import { checkPassword } from '../../../domain/accounts/passwords/check-password.ts'
import { pendingSignInOf } from '../../../domain/accounts/pending-sign-in.ts'
import { requestSignInCode } from '../../../domain/accounts/request-sign-in-code.ts'
import { checkSecondFactor } from '../../../domain/accounts/second-factor/check-second-factor.ts'
import { isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import type { ConsoleContent, ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { completeSignIn, continueSignIn } from './complete-sign-in.ts'
import { consoleCookies, readConsoleCookies } from './console-cookies.ts'
import { type Asker, askerOf, browserOf } from './console-origin.ts'
import {
  codePage,
  linkPage,
  linkSentPage,
  namePage,
  passwordPage,
  secondFactorPage,
} from './sign-in-steps-page.ts'
import { codeFaults } from './sign-in-wording.ts'

/** The largest form of signing in: a password, and nothing else of any length. */
export const signInForm = { bodyLimit: 8_192 }

/**
 * Signing in to the console, and out of it: a phone or an address first, then a code, a link or a password, then the
 * second factor of those who have one (decisions 130, 131). No response says whether anybody has the name that was
 * typed, and none leads to an address that came with the request.
 */
export async function consoleSignInRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, isSecure, config } = deps
  const hasOutbox = keepsOutbox(config)
  const send = (request: FastifyRequest, reply: FastifyReply, status: number, page: ConsoleContent) =>
    deps.sendPage(request, reply, status, page)
  const typedIn = ({ headers }: FastifyRequest) => readConsoleCookies(headers.cookie).typed
  const stepIn = ({ headers }: FastifyRequest) => ({
    hasOutbox,
    codeChannel: codeChannelOf(config),
    isOpening: readConsoleCookies(headers.cookie).openingId !== '',
  })

  app.get<{ Querystring: { ended?: string } }>('/console/sign-in', (request, reply) => {
    const hasEnded = 'ended' in request.query
    return send(request, reply, 200, namePage(languageOf(request), typedIn(request), { hasEnded }))
  })

  app.post('/console/sign-in', signInForm, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const asker = askerOf(deps, request, fields.name ?? '')
    const language = languageOf(request)
    try {
      await rateLimits.countSignIn(request, asker.browser?.id)
      if (asker.phones.length === 0 && asker.email === null) {
        const fieldError = speak(language)(
          'This is neither a phone number nor an e-mail address. Check it and try again.',
        )
        return send(request, reply, 422, namePage(language, asker.typed, { fieldError }))
      }
      if (fields.way === 'password') {
        keep(reply, { typed: asker.typed, openingId: '' })
        return reply.redirect('/console/sign-in/password', 303)
      }
      return await sendMessage(request, reply, asker)
    } catch (error) {
      const fieldError = tooManyWords(error, request, reply)
      return send(request, reply, 429, namePage(language, asker.typed, { fieldError }))
    }
  })

  async function sendMessage(request: FastifyRequest, reply: FastifyReply, asker: Asker): Promise<unknown> {
    const { typed, phones, email, from } = asker
    const language = languageOf(request)
    if (email !== null) {
      await requestSignInLink(accounts, { email, from, language, openingId: null })
      keep(reply, { typed, openingId: '' })
      return reply.redirect('/console/sign-in/link', 303)
    }
    const nonce = randomUUID()
    await requestSignInCode(accounts, { nonce, typed, phones, from, language })
    keep(reply, { typed, nonce, openingId: '' })
    return reply.redirect('/console/sign-in/code', 303)
  }

  app.get('/console/sign-in/code', (request, reply) => {
    const { typed } = readConsoleCookies(request.headers.cookie)
    if (!typed) return reply.redirect('/console/sign-in', 303)
    return send(request, reply, 200, codePage(languageOf(request), typed, stepIn(request)))
  })

  app.post('/console/sign-in/code', signInForm, async (request, reply) => {
    const { typed, nonce, openingId } = readConsoleCookies(request.headers.cookie)
    const language = languageOf(request)
    const { phones, browser } = askerOf(deps, request, typed)
    if (phones.length === 0) return reply.redirect('/console/sign-in', 303)
    const answer = (status: number, fieldError: string) =>
      send(request, reply, status, codePage(language, typed, { ...stepIn(request), fieldError }))
    const t = speak(language)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code)) return answer(422, t(codeFaults.WRONG))
    try {
      await rateLimits.countSignIn(request, browser?.id)
    } catch (error) {
      return answer(429, tooManyWords(error, request, reply))
    }
    const who = openingId === '' ? accounts : accounts.newcomers
    const confirmed = await confirmPhone(who, { nonce, typed, phones, code })
    if (confirmed.answer !== 'RIGHT') return answer(422, t(codeFaults[confirmed.answer]))
    const { accountId, phone: name } = confirmed
    const pending = { accountId, name, openingId: openingId || null, isProven: true }
    return continueSignIn(deps, request, reply, pending)
  })

  app.get('/console/sign-in/link', (request, reply) => {
    const { typed } = readConsoleCookies(request.headers.cookie)
    if (!typed) return reply.redirect('/console/sign-in', 303)
    return send(request, reply, 200, linkSentPage(languageOf(request), typed, stepIn(request)))
  })

  type OfLink = { Params: { token: string } }

  app.get<OfLink>('/console/sign-in/link/:token', async (request, reply) => {
    const email = await confirmAddressOfLink(accounts, request.params.token)
    return send(request, reply, email === undefined ? 410 : 200, linkPage(languageOf(request), email))
  })

  app.post<OfLink>('/console/sign-in/link/:token', signInForm, async (request, reply) => {
    try {
      await rateLimits.countSignIn(request)
    } catch (error) {
      const fieldError = tooManyWords(error, request, reply)
      return send(request, reply, 429, namePage(languageOf(request), '', { fieldError }))
    }
    const confirmed = await confirmSignInLink(accounts, request.params.token)
    if (!confirmed) return send(request, reply, 410, linkPage(languageOf(request), undefined))
    const { accountId, email: name, openingId } = confirmed
    return continueSignIn(deps, request, reply, { accountId, name, openingId, isProven: true })
  })

  app.get('/console/sign-in/password', (request, reply) => {
    const typed = typedIn(request)
    if (!typed) return reply.redirect('/console/sign-in', 303)
    return send(request, reply, 200, passwordPage(languageOf(request), typed))
  })

  app.post('/console/sign-in/password', signInForm, async (request, reply) => {
    const typed = typedIn(request)
    const language = languageOf(request)
    const { phones, email, browser, from } = askerOf(deps, request, typed)
    if (phones.length === 0 && email === null) return reply.redirect('/console/sign-in', 303)
    try {
      await rateLimits.countSignIn(request, browser?.id)
      const password = fieldsOf(request.body).password ?? ''
      const found = await checkPassword(accounts, { phones, email, password, from })
      const pending = { openingId: null, isProven: false }
      if (found) return await continueSignIn(deps, request, reply, { ...found, ...pending })
      return send(
        request,
        reply,
        422,
        passwordPage(
          language,
          typed,
          speak(language)(
            'The number, the address or the password is wrong. No password yet? Ask for a code or a link, then choose one in your account.',
          ),
        ),
      )
    } catch (error) {
      return send(request, reply, 429, passwordPage(language, typed, tooManyWords(error, request, reply)))
    }
  })

  const pendingIn = ({ headers }: FastifyRequest) =>
    pendingSignInOf(readConsoleCookies(headers.cookie).pending, accounts.clock.now(), accounts.secret)

  app.get('/console/sign-in/second-factor', (request, reply) => {
    if (!pendingIn(request)) return reply.redirect('/console/sign-in', 303)
    return send(request, reply, 200, secondFactorPage(languageOf(request)))
  })

  app.post('/console/sign-in/second-factor', signInForm, async (request, reply) => {
    const pending = pendingIn(request)
    if (!pending) return reply.redirect('/console/sign-in', 303)
    const { accountId, name } = pending
    const language = languageOf(request)
    const browser = browserOf(deps, request, [name])
    try {
      await rateLimits.countSignIn(request, browser?.id)
      const code = (fieldsOf(request.body).code ?? '').slice(0, 40)
      if (await checkSecondFactor(accounts, { accountId, code, isKnown: browser !== undefined }))
        return await completeSignIn(deps, request, reply, {
          ...pending,
          secondFactorAt: accounts.clock.now(),
        })
      const t = speak(language)
      return send(
        request,
        reply,
        422,
        secondFactorPage(language, t('This code is wrong, or was used before. Wait for the next one.')),
      )
    } catch (error) {
      return send(request, reply, 429, secondFactorPage(language, tooManyWords(error, request, reply)))
    }
  })

  app.post('/console/sign-out', signInForm, async (request, reply) => {
    const { cookie } = request.headers
    deps.sessions.forget(cookie)
    if (await checkSession(accounts.auth, cookie))
      reply.header('set-cookie', await endSession(accounts.auth, cookie))
    return reply.redirect('/console/sign-in', 303)
  })

  function keep(reply: FastifyReply, values: Parameters<typeof consoleCookies>[0]): void {
    reply.header('set-cookie', consoleCookies(values, isSecure))
  }
}

/** The words of a limit that was reached, after setting its header; any other error is thrown again. */
export function tooManyWords(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error
  const { retryAfterSeconds } = error.params as { retryAfterSeconds: number }
  reply.header('retry-after', retryAfterSeconds)
  return speak(languageOf(request))(
    '{minutes, plural, one {Too many requests. Try again in a moment.} other {Too many requests. Try again in # minutes.}}',
    { minutes: Math.ceil(retryAfterSeconds / 60) },
  )
}
