import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import {
  confirmAddressOfLink,
  confirmSignInLink,
} from '../../../domain/accounts/links/confirm-sign-in-link.ts'
import { languageOf } from '../../../http/response-language.ts'
import { submitButton } from '../../../pages/form-parts.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { continueSignIn } from './complete-sign-in.ts'
import { showNameStep } from './name-step.ts'
import { isOpening, signInForm, tooManyWords, typedIn, waitingHints } from './sign-in-step.ts'

type OfLink = { Params: { token: string } }

/** `/console/sign-in/link`: says that a link was sent to an address; the page of a link signs in. */
export async function linkStep(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, sendPage } = deps

  app.get('/console/sign-in/link', (request, reply) => {
    const email = typedIn(request)
    if (!email) return reply.redirect('/console/sign-in', 303)
    const t = speak(languageOf(request))
    const lead = isOpening(request)
      ? t(
          'A link is coming to {email}. It works once, for fifteen minutes, and opens your shop. Nothing there? Look among the unwanted mail.',
          { email },
        )
      : t(
          'If we know {email}, a link is coming. It works once, for fifteen minutes, on any device you like. Nothing there? Look among the unwanted mail.',
          { email },
        )
    const { outbox, again } = waitingHints(request, deps)
    return sendPage(request, reply, 200, {
      section: null,
      title: t('Look at your mail'),
      main: html`<p>${lead}</p>!${outbox}!${again}`,
    })
  })

  app.get<OfLink>('/console/sign-in/link/:token', async (request, reply) => {
    const email = await confirmAddressOfLink(accounts, request.params.token)
    return email === undefined ? showOver(request, reply) : show(request, reply, email)
  })

  app.post<OfLink>('/console/sign-in/link/:token', signInForm, async (request, reply) => {
    try {
      await rateLimits.countSignIn(request)
    } catch (error) {
      const fault = tooManyWords(error, request, reply)
      return showNameStep(deps, request, reply, 429, '', { fault })
    }
    const confirmed = await confirmSignInLink(accounts, request.params.token)
    if (!confirmed) return showOver(request, reply)
    const { accountId, email: name, openingId } = confirmed
    return continueSignIn(deps, request, reply, { accountId, name, openingId, isProven: true })
  })

  /** A button signs in, since scanners of mail open every link. */
  function show(request: FastifyRequest, reply: FastifyReply, email: string) {
    const t = speak(languageOf(request))
    return sendPage(request, reply, 200, {
      section: null,
      title: t('Sign in to Colis'),
      main: html`<p>${t('You are signing in with the address {email}.', { email })}</p>
<form method="post" class="stack">!${submitButton(t('Sign in'))}</form>
<p class="hint">${t('Not your address? Close this page: somebody has sent you their own link.')}</p>`,
    })
  }

  function showOver(request: FastifyRequest, reply: FastifyReply) {
    const t = speak(languageOf(request))
    return sendPage(request, reply, 410, {
      section: null,
      isFormPage: true,
      title: t('This link no longer works'),
      main: html`<p>${t('It was used before, or its fifteen minutes are over.')}</p>
<p><a class="button primary" href="/console/sign-in">${t('Ask for another link')}</a></p>`,
    })
  }
}
