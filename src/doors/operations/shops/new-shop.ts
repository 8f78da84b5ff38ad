import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { wrongPhone } from '../../../contract/former-phone.ts'
import {
  type AccountName,
  emailName,
  phoneName,
  readEmailAddress,
} from '../../../domain/accounts/account-name.ts'
import { addMember } from '../../../domain/accounts/team/add-member.ts'
import { createShop } from '../../../domain/shops/create-shop.ts'
import { francCountries, isFrancCountry } from '../../../domain/zones/franc-countries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { type FormFaults, filledForm, listField, readForm, typedField } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import { countryOptions } from '../cities/new-city.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { shopFaultOf, shopForm, type TypedShop, typedShop } from './shop-form.ts'

/** The form of a new shop: its country, the person who signs in to its console first, and its terms. */
const newShopForm = (language: Language, isServed: boolean, typed: TypedShop) => {
  const t = speak(language)
  return {
    country: listField(countryOptions(language), {
      label: t('Country'),
      hint: t('Its phone numbers are read in this country. It never changes.'),
    }),
    owner: typedField<AccountName | null>({
      label: t('Phone or e-mail of the person who runs it'),
      hint: t('They sign in with it. You may also give it later.'),
      wrong: (text) => wrongMemberName(text, { country: typed.country ?? '', language }),
      attributes: { maxlength: 254 },
      read: (text) => (text === '' ? null : memberNameOf(text, typed.country ?? '')),
    }),
    ...shopForm(language, isServed, typed),
  }
}

type Filled = { typed: TypedShop; faults: FormFaults<ReturnType<typeof newShopForm>> }

/** `/operations/shops/new`: a shop that the operator opens, and who signs in to its console first. */
export async function newShopPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing } = deps
  const path = '/operations/shops/new'
  const config = { operates: 'MANAGE' } as const
  /** Its country is typed beside it; the verb knows whether a provider serves that one. */
  const isServed = Object.keys(francCountries).some((country) => pricing.collecting.boundsIn(country))
  const empty = { country: 'BJ', discountPercent: '0', defaultCollection: 'DIRECT' }

  app.get(path, { config }, (request, reply) => show(request, reply, 200, { typed: empty, faults: {} }))

  app.post(path, { config }, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const country = isFrancCountry(fields.country ?? '') ? (fields.country ?? '') : 'BJ'
    const typed = { ...typedShop(fields), country, owner: (fields.owner ?? '').trim().slice(0, 254) }
    const { values, faults } = readForm(newShopForm(languageOf(request), isServed, typed), typed)
    if (!values) return show(request, reply, 422, { typed, faults })
    const { owner, ...shop } = values
    const acting = { db, clock, pricing, actor: actorOf(request) }
    return attempt(
      request,
      async () => {
        const { id: shopId } = await createShop(acting, shop)
        if (owner) await addMember(acting, { shopId, name: owner, role: 'OWNER' })
        return redirectAfter(reply, `/operations/shops/${shopId}`, 'opened')
      },
      ({ code, status, notice }, error) => {
        const fault = shopFaultOf(code, notice.text)
        if (!fault) throw error
        return show(request, reply, status, { typed, faults: fault })
      },
    )
  })

  function show(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const language = languageOf(request)
    const t = speak(language)
    const form = newShopForm(language, isServed, filled.typed)
    const lead = t(
      'The shop can order at once: by opening it you have approved it. Its pickup addresses, keys and webhooks are set afterwards, by you or on its console.',
    )
    return deps.sendPage(request, reply, status, {
      section: 'shops',
      title: t('Open a shop'),
      back: { href: '/operations/shops', label: t('Shops') },
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
<section class="card">!${filledForm(path, form, filled, t('Open a shop'))}</section>`,
    })
  }
}

/** What is said of a text that is neither. */
export const wrongMemberName = (
  text: string,
  { country, language }: { country: string; language: Language },
): string =>
  wrongPhone(
    text,
    { countries: [country], language },
    speak(language)('This is neither a phone number nor an e-mail address.'),
  )

/** The phone or address by which somebody signs in, as it was typed; undefined for any other text. */
export function memberNameOf(text: string, country: string): AccountName | undefined {
  const email = text.includes('@') ? readEmailAddress(text) : undefined
  if (email) return emailName(email)
  const phone = text.includes('@') ? undefined : internationalPhone(text.trim(), country)
  return phone ? phoneName(phone) : undefined
}
