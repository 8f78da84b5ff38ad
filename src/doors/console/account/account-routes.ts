import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { type Language, languages } from '../../../base/kernel/language.ts'
import { textFault, trimmedText } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { chosenOf, fieldsOf } from '../../../base/pages/form-fields.ts'
import { languageCookie } from '../../../base/pages/kept-language.ts'
import { changeAccount } from '../../../domain/accounts/change-account.ts'
import { setPassword, setPasswordBefore } from '../../../domain/accounts/passwords/set-password.ts'
import { countBackupCodes } from '../../../domain/accounts/second-factor/second-factor-store.ts'
import { endOtherSessions, endSessionOf } from '../../../domain/accounts/sessions/end-sessions.ts'
import { hasFreshProof } from '../../../domain/accounts/sessions/require-fresh-proof.ts'
import { listSessions } from '../../../domain/accounts/sessions/session-store.ts'
import { acceptInvitation } from '../../../domain/accounts/team/accept-invitation.ts'
import { doneNotice, personOf, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf, shopHref } from '../console-request.ts'
import { speak, speakEach } from '../console-words.ts'
import { type AccountFaults, accountPage, type ShownAccount } from './account-page.ts'
import { accountDone } from './account-wording.ts'

/** The largest form of a person's own: two passwords. */
export const accountForm = { bodyLimit: 8_192 }

/** `/console/account`: who somebody is, how they sign in, where they are signed in; and the invitations they accept. */
export async function accountRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, accounts, isSecure, timeZone } = deps
  const acting = (request: FastifyRequest) => ({ ...accounts, actor: actorOf(request) })

  app.get('/console/account', async (request, reply) => send(request, reply, 200))

  app.post('/console/account', accountForm, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const name = trimmedText((fields.name ?? '').slice(0, 400))
    const language = chosenOf('language', fields.language, languages)
    if (name === '' || [...name].length > 80 || textFault(name) !== undefined) {
      const fault = speak(languageOf(request))('Write your name, at most 80 characters.')
      return send(request, reply, 422, { name: fault, typedName: name })
    }
    await changeAccount(acting(request), personOf(request).accountId, { name, ...(language && { language }) })
    if (language) reply.header('set-cookie', languageCookie(language, { path: '/console', isSecure }))
    return redirectAfter(reply, '/console/account', 'saved')
  })

  app.post('/console/account/password', accountForm, async (request, reply) => {
    const { accountId, sessionToken: token } = personOf(request)
    const { current = '', password = '' } = fieldsOf(request.body)
    try {
      await setPassword(acting(request), { accountId, token, current, password })
      return redirectAfter(reply, '/console/account', 'password')
    } catch (error) {
      const { status, text } = asFault(error, languageOf(request))
      const isCurrent = error instanceof ApiError && error.code === 'PASSWORD_WRONG'
      return send(request, reply, status, { [isCurrent ? 'current' : 'password']: text })
    }
  })

  app.post<{ Params: { sessionId: string } }>(
    '/console/account/sessions/:sessionId/end',
    accountForm,
    async (request, reply) => {
      const { sessionId } = request.params
      const { accountId } = personOf(request)
      if (!isUuid(sessionId)) throw new ApiError('SESSION_NOT_FOUND')
      await endSessionOf(acting(request), { accountId, sessionId })
      return redirectAfter(reply, '/console/account', 'ended')
    },
  )

  app.post('/console/account/sessions/end-others', accountForm, async (request, reply) => {
    const { accountId, sessionToken: token } = personOf(request)
    await endOtherSessions(acting(request), { accountId, token })
    return redirectAfter(reply, '/console/account', 'ended')
  })

  type OfInvitation = { Params: { shopId: string; id: string } }

  app.post<OfInvitation>('/console/invitations/:shopId/:id', accountForm, async (request, reply) => {
    const { shopId, id } = request.params
    if (!isUuid(shopId) || !isUuid(id)) throw new ApiError('INVITATION_NOT_FOUND')
    const { accountId } = personOf(request)
    await acceptInvitation(acting(request), { shopId, id, accountId })
    return reply.redirect(shopHref(shopId), 303)
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    faults: AccountFaults = {},
  ): Promise<unknown> {
    const language = languageOf(request)
    const notice = doneNotice(request, speakEach(language, accountDone))
    const shown = await shownAccount(request)
    return deps.sendPage(request, reply, status, accountPage(language, shown, { faults, notice }))
  }

  async function shownAccount(request: FastifyRequest): Promise<ShownAccount> {
    const { accountId, account, sessionToken: token } = personOf(request)
    return {
      ...account,
      isProven: await hasFreshProof({ db, clock }, { accountId, token }),
      hasPassword: await setPasswordBefore(db, accountId),
      backupCodesLeft: await countBackupCodes(db, accountId),
      sessions: await listSessions(db, accountId, clock.now()),
      timeZone,
    }
  }
}

/** A refusal as the words beside a field, with its status; any other error is thrown again. */
export function asFault(error: unknown, language: Language): { status: number; text: string } {
  if (!(error instanceof ApiError)) throw error
  const { statusCode, message } = errorBody(error, language)
  return { status: statusCode, text: message }
}
