import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import {
  type AccountName,
  emailName,
  phoneName,
  readEmailAddress,
} from '../../../domain/accounts/account-name.ts'
import { addMember } from '../../../domain/accounts/team/add-member.ts'
import { createShop } from '../../../domain/shops/create-shop.ts'
import { francCountries, isFrancCountry } from '../../../domain/zones/franc-countries.ts'
import { redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { newShopPage } from './new-shop-page.ts'
import { readTerms, termsFaultOf, typedTerms } from './shop-form.ts'

/** `/operations/shops/new`: a shop that the operator opens, and who signs in to its console first. */
export async function shopOpeningRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, sendPage } = deps
  const path = '/operations/shops/new'
  const config = { operates: 'MANAGE' } as const
  /** Its country is typed beside it; the verb knows whether a provider serves that one. */
  const isServed = Object.keys(francCountries).some((country) => pricing.collecting.boundsIn(country))

  app.get(path, { config }, async (request, reply) =>
    sendPage(request, reply, 200, newShopPage({ language: languageOf(request), isServed })),
  )

  app.post(path, { config }, async (request, reply) => {
    const language = languageOf(request)
    const fields = fieldsOf(request.body)
    const country = isFrancCountry(fields.country ?? '') ? (fields.country ?? '') : 'BJ'
    const ownerText = (fields.owner ?? '').trim().slice(0, 254)
    const typed = { ...typedTerms(fields), country, owner: ownerText }
    const terms = readTerms(typed, language)
    const owner = ownerText === '' ? null : memberNameOf(ownerText, country)
    const faults = {
      ...('faults' in terms && terms.faults),
      ...(owner === undefined && {
        owner: speak(language)('This is neither a phone number nor an e-mail address.'),
      }),
    }
    if ('faults' in terms || owner === undefined)
      return sendPage(request, reply, 422, newShopPage({ language, isServed }, typed, faults))
    const acting = { db, clock, pricing, actor: actorOf(request) }
    try {
      const { id: shopId } = await createShop(acting, { ...terms, country })
      if (owner) await addMember(acting, { shopId, name: owner, role: 'OWNER' })
      return redirectAfter(reply, `/operations/shops/${shopId}`, 'opened')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      const fault = termsFaultOf(code, notice.text)
      if (!fault) throw error
      return sendPage(request, reply, status, newShopPage({ language, isServed }, typed, fault))
    }
  })
}

/** The phone or address by which somebody signs in, as it was typed; undefined for any other text. */
export function memberNameOf(text: string, country: string): AccountName | undefined {
  const email = text.includes('@') ? readEmailAddress(text) : undefined
  if (email) return emailName(email)
  const phone = text.includes('@') ? undefined : internationalPhone(text.trim(), country)
  return phone ? phoneName(phone) : undefined
}
