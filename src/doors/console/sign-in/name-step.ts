import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { wrongPhone } from '../../../contract/former-phone.ts'
import { checkSession, endSession } from '../../../domain/accounts/check-session.ts'
import { requestSignInLink } from '../../../domain/accounts/links/request-sign-in-link.ts'
import { requestSignInCode } from '../../../domain/accounts/request-sign-in-code.ts'
import { phoneCountries } from '../../../domain/zones/phone-countries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, textField } from '../../../pages/form-parts.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { sharedCookies } from '../sharing/shared-text.ts'
import { consoleCookies } from './console-cookies.ts'
import { maxNameLength } from './console-name.ts'
import { type Asker, askerOf } from './console-origin.ts'
import { signInForm, typedIn, whileAllowed } from './sign-in-step.ts'

type Shown = { fault?: string; hasEnded?: boolean }

/**
 * `/console/sign-in`: a phone or an address first, then a code, a link or a password, then the second factor
 * of those who have one (decisions 130, 131). No response says whether anybody has the name that was typed,
 * and none leads to an address that came with the request.
 */
export async function nameStep(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { accounts, rateLimits, isSecure } = deps

  app.get<{ Querystring: { ended?: string } }>('/console/sign-in', (request, reply) =>
    showNameStep(deps, request, reply, 200, typedIn(request), { hasEnded: 'ended' in request.query }),
  )

  app.post('/console/sign-in', signInForm, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const asker = askerOf(deps, request, fields.name ?? '')
    const show = (status: number, fault: string) =>
      showNameStep(deps, request, reply, status, asker.typed, { fault })
    return whileAllowed(
      request,
      reply,
      async () => {
        await rateLimits.countSignIn(request, asker.browser?.id)
        if (asker.phones.length === 0 && asker.email === null) {
          const language = languageOf(request)
          const neither = speak(language)(
            'This is neither a phone number nor an e-mail address. Check it and try again.',
          )
          const countries = phoneCountries(deps.pricing.map.current().cities, deps.config.TIME_ZONE)
          return show(422, wrongPhone(asker.typed, { countries, language }, neither))
        }
        if (fields.way !== 'password') return sendMessage(request, reply, asker)
        reply.header('set-cookie', consoleCookies({ typed: asker.typed, openingId: '' }, isSecure))
        return reply.redirect('/console/sign-in/password', 303)
      },
      (fault) => show(429, fault),
    )
  })

  async function sendMessage(request: FastifyRequest, reply: FastifyReply, asker: Asker): Promise<unknown> {
    const { typed, phones, email, from } = asker
    const language = languageOf(request)
    const nonce = randomUUID()
    if (email !== null) await requestSignInLink(accounts, { email, from, language, openingId: null })
    else await requestSignInCode(accounts, { nonce, typed, phones, from, language })
    const kept = { typed, openingId: '', ...(email === null && { nonce }) }
    reply.header('set-cookie', consoleCookies(kept, isSecure))
    return reply.redirect(`/console/sign-in/${email === null ? 'code' : 'link'}`, 303)
  }

  app.post('/console/sign-out', signInForm, async (request, reply) => {
    const { cookie } = request.headers
    deps.sessions.forget(cookie)
    const session = await checkSession(accounts.auth, cookie)
    // What was shared goes even when the session has ended before: the next one here may be somebody else.
    reply.header('set-cookie', [
      ...(session ? await endSession(accounts.auth, cookie) : []),
      ...sharedCookies('', isSecure),
    ])
    return reply.redirect('/console/sign-in', 303)
  })
}

/** Asks for a phone or an address; `name` as it was typed before. */
export function showNameStep(
  { sendPage }: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  name: string,
  { fault, hasEnded = false }: Shown,
): unknown {
  const t = speak(languageOf(request))
  const field = textField({
    name: 'name',
    label: t('Phone or e-mail'),
    value: name,
    hint: t('For example 01 97 00 00 01 or shop@example.com.'),
    error: fault,
    attributes: {
      autocomplete: 'username',
      required: true,
      maxlength: maxNameLength,
      autocapitalize: 'none',
    },
  })
  const fields = html`!${field}
<button class="primary" name="way" value="message">${t('Send me a code or a link')}</button>
<button class="plain" name="way" value="password">${t('With my password')}</button>`
  return sendPage(request, reply, status, {
    section: null,
    title: t('Sign in to Colis'),
    notice: hasEnded ? { kind: 'warning', text: t('Your session has ended. Sign in again.') } : undefined,
    main: html`!${postForm('/console/sign-in', fields)}
<h2>${t('No shop yet?')}</h2>
<p><a class="button plain" href="/console/open-shop">${t('Open my shop')}</a></p>`,
  })
}
