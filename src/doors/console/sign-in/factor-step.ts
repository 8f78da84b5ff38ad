import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { pendingSignInOf } from '../../../domain/accounts/pending-sign-in.ts'
import { checkSecondFactor } from '../../../domain/accounts/second-factor/check-second-factor.ts'
import { languageOf } from '../../../http/response-language.ts'
import { codeField, filledForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { readConsoleCookies } from './console-cookies.ts'
import { browserOf } from './console-origin.ts'
import { otherWays, signInForm, whileAllowed } from './sign-in-step.ts'

const path = '/console/sign-in/second-factor'

/** `/console/sign-in/second-factor`: asks those who have a second factor for it. */
export async function factorStep(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, sendPage } = deps
  const pendingIn = ({ headers }: FastifyRequest) =>
    pendingSignInOf(readConsoleCookies(headers.cookie).pending, accounts.clock.now(), accounts.secrets)

  app.get(path, (request, reply) => {
    if (!pendingIn(request)) return reply.redirect('/console/sign-in', 303)
    return show(request, reply, 200)
  })

  app.post(path, signInForm, async (request, reply) => {
    const pending = pendingIn(request)
    if (!pending) return reply.redirect('/console/sign-in', 303)
    const { accountId, name } = pending
    const browser = browserOf(deps, request, [name])
    return whileAllowed(
      request,
      reply,
      async () => {
        await rateLimits.countSignIn(request, browser?.id)
        const code = (fieldsOf(request.body).code ?? '').slice(0, 40)
        const isRight = await checkSecondFactor(accounts, {
          accountId,
          code,
          isKnown: browser !== undefined,
        })
        const secondFactorAt = accounts.clock.now()
        if (isRight) return completeSignIn(deps, request, reply, { ...pending, secondFactorAt })
        const t = speak(languageOf(request))
        const fault = t('This code is wrong, or was used before. Wait for the next one.')
        return show(request, reply, 422, fault)
      },
      (fault) => show(request, reply, 429, fault),
    )
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, fault?: string) {
    const language = languageOf(request)
    const t = speak(language)
    const form = {
      code: codeField({
        label: t('Code of the app, or backup code'),
        hint: t('Six digits, or a backup code such as k7m2p-x9qra.'),
        attributes: { inputmode: undefined, autocapitalize: 'none' },
      }),
    }
    const lost = t(
      'Lost both phone and backup codes? The operator of the service can lift the second factor, once sure that it is you.',
    )
    return sendPage(request, reply, status, {
      section: null,
      title: t('Two-factor check'),
      main: html`<p>${t('One more code: the one that your app shows at this moment.')}</p>
!${filledForm(path, form, { typed: {}, faults: { code: fault } }, t('Sign in'))}
<p class="hint">${lost}</p>!${otherWays(language)}`,
    })
  }
}
