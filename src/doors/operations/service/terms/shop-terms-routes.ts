import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import { setShopTerms } from '../../../../domain/shops/terms/set-shop-terms.ts'
import { shopTermFault } from '../../../../domain/shops/terms/shop-terms.ts'
import { findShopTerms } from '../../../../domain/shops/terms/shop-terms-store.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { formOfTerms, shopTermsOf, typedShopTerms } from './shop-terms-form.ts'
import { shopTermsPage } from './shop-terms-page.ts'

const doneNotices: Record<string, OperationsText> = {
  saved: 'Saved.',
}

/** `/operations/service/terms`: what was agreed with all shops. */
export async function shopTermsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, sendPage } = deps
  const path = serviceHref('terms')
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const language = languageOf(request)
    const typed = formOfTerms(await findShopTerms(db))
    const notice = doneNotice(request, speakEach(language, doneNotices))
    return sendPage(request, reply, 200, shopTermsPage({ language, typed, notice }))
  })

  app.post(path, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const typed = typedShopTerms(fieldsOf(request.body))
    const terms = shopTermsOf(typed)
    try {
      await setShopTerms({ db, clock, actor: actorOf(request) }, terms)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      const term = shopTermFault(terms)
      const fault = term && { term, text: notice.text }
      const page = { language: languageOf(request), typed, fault, notice }
      return sendPage(request, reply, status, shopTermsPage(page))
    }
    return redirectAfter(reply, path, 'saved')
  })
}
