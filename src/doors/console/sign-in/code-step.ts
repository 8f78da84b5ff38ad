import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { codeChannelOf } from '../../../derived-settings.ts'
import { confirmPhone } from '../../../domain/accounts/confirm-sign-in-code.ts'
import { isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import { languageOf } from '../../../http/response-language.ts'
import { codeField, filledForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { byChannel } from '../code-channel-wording.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { continueSignIn } from './complete-sign-in.ts'
import { readConsoleCookies } from './console-cookies.ts'
import { askerOf } from './console-origin.ts'
import {
  codeFaults,
  isOpening,
  readable,
  signInForm,
  tooManyWords,
  typedIn,
  waitingHints,
} from './sign-in-step.ts'

const path = '/console/sign-in/code'

/** `/console/sign-in/code`: asks for the code that was sent to a phone. */
export async function codeStep(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, sendPage } = deps

  app.get(path, (request, reply) => {
    if (!typedIn(request)) return reply.redirect('/console/sign-in', 303)
    return show(request, reply, 200)
  })

  app.post(path, signInForm, async (request, reply) => {
    const { typed, nonce, openingId } = readConsoleCookies(request.headers.cookie)
    const { phones, browser } = askerOf(deps, request, typed)
    if (phones.length === 0) return reply.redirect('/console/sign-in', 303)
    const t = speak(languageOf(request))
    const code = (fieldsOf(request.body).code ?? '').slice(0, 20).replaceAll(/\D/g, '')
    if (!isSignInCode(code)) return show(request, reply, 422, t(codeFaults.WRONG))
    try {
      await rateLimits.countSignIn(request, browser?.id)
    } catch (error) {
      return show(request, reply, 429, tooManyWords(error, request, reply))
    }
    const who = openingId === '' ? accounts : accounts.newcomers
    const confirmed = await confirmPhone(who, { nonce, typed, phones, code })
    if (confirmed.answer !== 'RIGHT') return show(request, reply, 422, t(codeFaults[confirmed.answer]))
    const { accountId, phone: name } = confirmed
    const pending = { accountId, name, openingId: openingId || null, isProven: true }
    return continueSignIn(deps, request, reply, pending)
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, fault?: string) {
    const language = languageOf(request)
    const t = speak(language)
    const channel = codeChannelOf(deps.config)
    const to = { phone: readable(typedIn(request)), by: byChannel(channel, language) }
    const noCodes = t(
      'This service does not send codes to phones yet. Sign in with your e-mail or your password, or ask the operator.',
    )
    const lead = isOpening(request)
      ? t('A code is coming{by} to {phone}. It works for five minutes, in this browser alone.', to)
      : t('If we know {phone}, a code is coming{by}. It works for five minutes, in this browser alone.', to)
    const form = { code: codeField({ label: t('The code you received'), attributes: { maxlength: 12 } }) }
    const { outbox, again } = waitingHints(request, deps)
    return sendPage(request, reply, status, {
      section: null,
      title: t('Your code'),
      main: html`<p>${channel === 'NONE' ? noCodes : lead}</p>!${outbox}
!${filledForm(path, form, { typed: {}, faults: { code: fault } }, t('Sign in'))}!${again}`,
    })
  }
}
