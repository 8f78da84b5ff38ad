import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import {
  beginningOfSecondFactor,
  beginSecondFactor,
} from '../../../domain/accounts/second-factor/begin-second-factor.ts'
import { confirmSecondFactor } from '../../../domain/accounts/second-factor/confirm-second-factor.ts'
import { removeSecondFactor } from '../../../domain/accounts/second-factor/remove-second-factor.ts'
import { countBackupCodes } from '../../../domain/accounts/second-factor/second-factor-store.ts'
import { hasFreshProof } from '../../../domain/accounts/sessions/require-fresh-proof.ts'
import { personOf, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { actorOf } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { accountForm, asFault } from './account-routes.ts'
import { backupCodesPage, enrolmentPage, factorPage } from './second-factor-page.ts'

const path = '/console/account/second-factor'

/** What somebody is told whom the service obliges to have a second factor. */
const requiredNotice = (language: Language): WorkspaceNotice => ({
  kind: 'warning',
  text: speak(language)(
    'Running the service requires two-step verification: switch it on here, then open the operator’s pages.',
  ),
})

/** Switching a second factor on, with a code that shows that the app has the secret, and off, with another. */
export async function secondFactorRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, accounts, sendPage } = deps
  const acting = (request: FastifyRequest) => ({ ...accounts, actor: actorOf(request) })
  const begun = (request: FastifyRequest) => {
    const { accountId, account } = personOf(request)
    return beginningOfSecondFactor(accounts, { accountId, called: account.phone ?? account.email ?? '' })
  }
  const codeOf = (request: FastifyRequest) => (fieldsOf(request.body).code ?? '').slice(0, 40)

  app.get(path, async (request, reply) => {
    const language = languageOf(request)
    const { accountId, account, sessionToken: token } = personOf(request)
    const address = await begun(request)
    if (address !== undefined) return sendPage(request, reply, 200, enrolmentPage(language, address))
    const isRequired = (request.query as { required?: unknown }).required !== undefined
    const notice = isRequired && !account.hasSecondFactor ? requiredNotice(language) : undefined
    const backupCodesLeft = await countBackupCodes(db, accountId)
    const isProven = await hasFreshProof(accounts, { accountId, token })
    const content = factorPage(language, { isOn: account.hasSecondFactor, isProven, backupCodesLeft })
    return sendPage(request, reply, 200, { ...content, ...(notice && { notice }) })
  })

  app.post(path, accountForm, async (request, reply) => {
    const { accountId, sessionToken: token } = personOf(request)
    try {
      await beginSecondFactor(accounts, { accountId, token })
      return redirectAfter(reply, path)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      const page = factorPage(languageOf(request), { isOn: false, isProven: false, backupCodesLeft: 0 })
      return sendPage(request, reply, status, { ...page, notice })
    }
  })

  app.post(`${path}/confirm`, accountForm, async (request, reply) => {
    const language = languageOf(request)
    const { accountId, sessionToken: token } = personOf(request)
    const code = codeOf(request).replaceAll(/\s/g, '')
    try {
      const codes = await confirmSecondFactor(acting(request), { accountId, token, code })
      return sendPage(request, reply, 200, backupCodesPage(language, codes))
    } catch (error) {
      const { status, text } = asFault(error, language)
      const address = await begun(request)
      if (address === undefined) return redirectAfter(reply, path)
      return sendPage(request, reply, status, enrolmentPage(language, address, text))
    }
  })

  app.post(`${path}/remove`, accountForm, async (request, reply) => {
    const { accountId } = personOf(request)
    try {
      await removeSecondFactor(acting(request), { accountId, code: codeOf(request) })
      return redirectAfter(reply, '/console/account', 'factor-off')
    } catch (error) {
      const { status, text } = asFault(error, languageOf(request))
      const backupCodesLeft = await countBackupCodes(db, accountId)
      const page = factorPage(languageOf(request), {
        isOn: true,
        isProven: false,
        backupCodesLeft,
        fieldError: text,
      })
      return sendPage(request, reply, status, page)
    }
  })
}
