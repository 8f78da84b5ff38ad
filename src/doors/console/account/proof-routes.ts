import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { languageOf } from '../../../base/http/response-language.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { proveSession, requestProof } from '../../../domain/accounts/sessions/prove-session.ts'
import { isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import { personOf, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleContent, ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { askerOf } from '../sign-in/console-origin.ts'
import { codeFaults } from '../sign-in/sign-in-wording.ts'
import { accountForm, asFault } from './account-routes.ts'
import { proofPath } from './proof-link.ts'

/** What the page shows: how far the person is, and what was wrong with what they entered. */
type ProofStep = { phone: string | null; isSent?: boolean; fieldError?: string }

/**
 * A code to the phone of whoever is signed in, before the account gets a way in that it had not (decision 276). Those
 * who sign in by mail alone have shown their link.
 */
export async function proofRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts } = deps
  const send = (request: FastifyRequest, reply: FastifyReply, status: number, step: ProofStep) =>
    deps.sendPage(request, reply, status, proofPage(languageOf(request), step))
  const signedIn = (request: FastifyRequest) => {
    const { accountId, sessionToken: token, account } = personOf(request)
    return { accountId, token, phone: account.phone }
  }

  app.get<{ Querystring: { sent?: string } }>(proofPath, async (request, reply) =>
    send(request, reply, 200, { ...signedIn(request), isSent: 'sent' in request.query }),
  )

  app.post(proofPath, accountForm, async (request, reply) => {
    const { phone, ...session } = signedIn(request)
    if (phone === null) return send(request, reply, 422, { phone })
    try {
      const { from } = askerOf(deps, request, phone)
      await requestProof(accounts, { ...session, phone, from })
      return reply.redirect(`${proofPath}?sent`, 303)
    } catch (error) {
      const { status, text } = asFault(error, languageOf(request))
      return send(request, reply, status, { phone, isSent: true, fieldError: text })
    }
  })

  app.post(`${proofPath}/code`, accountForm, async (request, reply) => {
    const { phone, ...session } = signedIn(request)
    if (phone === null) return send(request, reply, 422, { phone })
    const code = (fieldsOf(request.body).code ?? '').slice(0, 40).replaceAll(/\D/g, '')
    const answer = isSignInCode(code) ? await proveSession(accounts, { ...session, phone, code }) : 'WRONG'
    if (answer === 'RIGHT') return redirectAfter(reply, '/console/account', 'proven')
    const fieldError = speak(languageOf(request))(codeFaults[answer])
    return send(request, reply, 422, { phone, isSent: true, fieldError })
  })
}

function proofPage(language: Language, { phone, isSent = false, fieldError }: ProofStep): ConsoleContent {
  const t = speak(language)
  return {
    section: null,
    title: t('Is it you?'),
    back: { href: '/console/account', label: t('Your account') },
    isFormPage: fieldError !== undefined,
    main:
      phone === null
        ? html`<p>${t('You sign in by mail: sign out, sign in again with the link that we send you, and come back within ten minutes.')}</p>`
        : codeMain(language, { phone, isSent, fieldError }),
  }
}

function codeMain(
  language: Language,
  { phone, isSent, fieldError }: { phone: string; isSent: boolean; fieldError: string | undefined },
): string {
  const t = speak(language)
  const number = spacedPhone(phone)
  if (!isSent)
    return html`<p>${t('Before your account gets another way to sign in, we send a code to {phone}.', { phone: number })}</p>
!${buttonForm(proofPath, t('Send me a code'))}`
  const code = textField({
    name: 'code',
    label: t('Code of 6 digits'),
    error: fieldError,
    attributes: {
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      required: true,
      maxlength: 20,
    },
  })
  return html`<p>${t('A code is on its way to {phone}. It is valid for 5 minutes.', { phone: number })}</p>
!${postForm(`${proofPath}/code`, html`!${code}!${submitButton(t('Confirm'))}`)}
!${buttonForm(proofPath, t('Send another code'), 'quiet')}`
}
