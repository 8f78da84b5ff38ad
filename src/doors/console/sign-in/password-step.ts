import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { checkPassword } from '../../../domain/accounts/passwords/check-password.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { continueSignIn } from './complete-sign-in.ts'
import { askerOf } from './console-origin.ts'
import { otherWays, readable, signInForm, typedIn, whileAllowed } from './sign-in-step.ts'

const path = '/console/sign-in/password'

/** `/console/sign-in/password`: asks for the password of whoever has the name that was typed. */
export async function passwordStep(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, sendPage } = deps

  app.get(path, (request, reply) => {
    if (!typedIn(request)) return reply.redirect('/console/sign-in', 303)
    return show(request, reply, 200)
  })

  app.post(path, signInForm, async (request, reply) => {
    const { phones, email, browser, from } = askerOf(deps, request, typedIn(request))
    if (phones.length === 0 && email === null) return reply.redirect('/console/sign-in', 303)
    return whileAllowed(
      request,
      reply,
      async () => {
        await rateLimits.countSignIn(request, browser?.id)
        const password = fieldsOf(request.body).password ?? ''
        const found = await checkPassword(accounts, { phones, email, password, from })
        const pending = { openingId: null, isProven: false }
        if (found) return continueSignIn(deps, request, reply, { ...found, ...pending })
        const fault = speak(languageOf(request))(
          'The number, the address or the password is wrong. No password yet? Ask for a code or a link, then choose one in your account.',
        )
        return show(request, reply, 422, fault)
      },
      (fault) => show(request, reply, 429, fault),
    )
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, fault?: string) {
    const language = languageOf(request)
    const t = speak(language)
    const typed = typedIn(request)
    const field = textField({
      name: 'password',
      label: t('Password'),
      error: fault,
      attributes: { type: 'password', autocomplete: 'current-password', required: true, maxlength: 400 },
    })
    const fields = html`<input name="username" autocomplete="username" value="${typed}" hidden>
!${field}!${submitButton(t('Sign in'))}`
    return sendPage(request, reply, status, {
      section: null,
      title: t('Your password'),
      main: html`<p>${t('You are signing in with {name}.', { name: readable(typed) })}</p>
!${postForm(path, fields)}!${otherWays(language)}`,
    })
  }
}
