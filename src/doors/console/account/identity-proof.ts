import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { proveSession, requestProof } from '../../../domain/accounts/sessions/prove-session.ts'
import { isSignInCode } from '../../../domain/accounts/sign-in-code.ts'
import { languageOf } from '../../../http/response-language.ts'
import { codeField, filledForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { attempt, personOf, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { askerOf } from '../sign-in/console-origin.ts'
import { codeFaults } from '../sign-in/sign-in-step.ts'

/** The largest form of a person's own: two passwords. */
export const accountForm = { bodyLimit: 8_192 }

const proofPath = '/console/account/proof'

/** Leads to the proof, in the place of what needs it first. */
export const proofLink = (language: Language): string =>
  html`<p><a class="button plain" href="${proofPath}">${speak(language)('Confirm that it is you')}</a></p>`

type Shown = { isSent?: boolean; fault?: string }

/**
 * `/console/account/proof`: a code to the phone of whoever is signed in, before the account gets a way in
 * that it had not (decision 276). Those who sign in by mail alone have shown their link.
 */
export async function identityProofPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts } = deps
  const sessionOf = (request: FastifyRequest) => {
    const { accountId, sessionToken: token } = personOf(request)
    return { accountId, token }
  }

  app.get<{ Querystring: { sent?: string } }>(proofPath, async (request, reply) =>
    show(request, reply, 200, { isSent: 'sent' in request.query }),
  )

  app.post(proofPath, accountForm, async (request, reply) => {
    const { phone } = personOf(request).account
    if (phone === null) return show(request, reply, 422)
    return attempt(
      request,
      async () => {
        const { from } = askerOf(deps, request, phone)
        await requestProof(accounts, { ...sessionOf(request), phone, from })
        return reply.redirect(`${proofPath}?sent`, 303)
      },
      ({ status, notice }) => show(request, reply, status, { isSent: true, fault: notice.text }),
    )
  })

  app.post(`${proofPath}/code`, accountForm, async (request, reply) => {
    const { phone } = personOf(request).account
    if (phone === null) return show(request, reply, 422)
    const code = (fieldsOf(request.body).code ?? '').slice(0, 40).replaceAll(/\D/g, '')
    const session = { ...sessionOf(request), phone }
    const answer = isSignInCode(code) ? await proveSession(accounts, { ...session, code }) : 'WRONG'
    if (answer === 'RIGHT') return redirectAfter(reply, '/console/account', 'proven')
    const fault = speak(languageOf(request))(codeFaults[answer])
    return show(request, reply, 422, { isSent: true, fault })
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, shown: Shown = {}) {
    const language = languageOf(request)
    const t = speak(language)
    const { phone } = personOf(request).account
    const byMail = t(
      'You sign in by mail: sign out, sign in again with the link that we send you, and come back within ten minutes.',
    )
    return deps.sendPage(request, reply, status, {
      section: null,
      title: t('Is it you?'),
      back: { href: '/console/account', label: t('Your account') },
      isFormPage: shown.fault !== undefined,
      main: phone === null ? html`<p>${byMail}</p>` : codePart(phone, shown, language),
    })
  }
}

function codePart(phone: string, { isSent, fault }: Shown, language: Language): string {
  const t = speak(language)
  const to = { phone: spacedPhone(phone) }
  if (!isSent)
    return html`
<p>${t('Before your account gets another way to sign in, we send a code to {phone}.', to)}</p>
!${buttonForm(proofPath, t('Send me a code'))}`
  const form = { code: codeField({ label: t('Code of 6 digits') }) }
  return html`<p>${t('A code is on its way to {phone}. It is valid for 5 minutes.', to)}</p>
!${filledForm(`${proofPath}/code`, form, { typed: {}, faults: { code: fault } }, t('Confirm'))}
!${buttonForm(proofPath, t('Send another code'), 'quiet')}`
}
